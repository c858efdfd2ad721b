//! One simulation: a node, its disk, its network, its clients and its faults, from the format to the last check.
//!
//! First the workload runs while faults come. Then faults end, the node is started if it is down, every client gets what
//! it is owed, everything is read from the begin to the end, the node is stopped cleanly and started once more.

use protocol::Rng;

use crate::admin::Admin;
use crate::asker::Asker;
use crate::client::{Client, Cx, Up};
use crate::consumer::{self, Consumer};
use crate::disk::{Crash, SimDisk};
use crate::model::{Ends, Model};
use crate::net::Net;
use crate::node::Node;
use crate::plan::{Fault, Plan};
use crate::producer::Producer;
use crate::queue::{MS, Queue, Thing};
use crate::trace::Trace;

/// How long the node may take to be ready, and clients to be done.
const PATIENCE: u64 = 120_000 * MS;

/// How a simulation went.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// Of everything that happened.
    pub digest: u64,
    /// Starts of the node.
    pub starts: u32,
    /// Acknowledged records.
    pub acked: u64,
    /// Records read by consumers.
    pub read: u64,
    /// Turns of all cores.
    pub turns: u64,
    /// Nanoseconds simulated.
    pub length: u64,
}

struct World {
    plan: Plan,
    rng: Rng,
    queue: Queue,
    net: Net,
    disk: SimDisk,
    model: Model,
    node: Option<Node>,
    run: u32,
    clients: Vec<Option<Box<dyn Client>>>,
    trace: Trace,
    turns: u64,
    draining: bool,
    /// How the next stop of the disk ends the run.
    crash_at: Crash,
    /// A clean stop was asked for.
    stopping: bool,
    /// What lies on the disk for sure, if the last crash was one of the machine.
    durable: Option<Ends>,
    /// The machine has started anew since the last run.
    system_restarted: bool,
    /// The last run ended cleanly: the next finds nothing to repair.
    was_clean: bool,
    audited_run: u32,
    verbose: bool,
}

/// Runs the simulation of a seed. Panics where something does not hold.
#[must_use]
pub fn run(seed: u64) -> Report {
    let mut rng = Rng::new(seed);
    let plan = Plan::new(&mut rng);
    let mut world = World::new(plan, rng);
    world.work();
    world.settle();
    world.report()
}

impl World {
    fn new(plan: Plan, mut rng: Rng) -> Self {
        let verbose = std::env::var_os("SIM_LOG").is_some();
        if verbose {
            eprintln!("{plan:#?}");
        }
        let disk = SimDisk::new(rng.next_u64());
        let queue = Queue::default();
        plan.shape.format(&disk, &mut rng, queue.clocks()).expect("a healthy disk can be formatted");
        let net = Net::new(rng.next_u64());
        let mut model = Model::default();
        model.names_come_again = plan.delete_one_in > 0;
        Self {
            plan,
            rng,
            queue,
            net,
            disk,
            model,
            node: None,
            run: 0,
            clients: Vec::new(),
            trace: Trace::default(),
            turns: 0,
            draining: false,
            crash_at: Crash::Process,
            stopping: false,
            durable: None,
            system_restarted: false,
            was_clean: false,
            audited_run: 0,
            verbose,
        }
    }

    fn report(&self) -> Report {
        let mut trace = self.trace;
        trace.add(self.disk.digest());
        Report {
            digest: trace.digest(),
            starts: self.run,
            acked: self.model.acked_count,
            read: self.model.read_count,
            turns: self.turns,
            length: self.queue.now(),
        }
    }

    fn say(&self, what: std::fmt::Arguments<'_>) {
        if self.verbose {
            eprintln!("{:.3} {what}", self.queue.now() as f64 / MS as f64);
        }
    }

    fn add_client(&mut self, client: Box<dyn Client>) {
        let at = self.queue.now() + self.rng.below(20 * MS);
        self.queue.push(at, Thing::Timer(self.clients.len()));
        self.clients.push(Some(client));
    }

    /// The workload with its faults.
    fn work(&mut self) {
        let begin = self.queue.now();
        self.queue.push(begin, Thing::Boot);
        self.queue.push(begin + self.plan.length, Thing::Drain);
        for (number, (at, _)) in self.plan.faults.iter().enumerate() {
            self.queue.push(begin + at, Thing::Fault(number));
        }
        self.add_client(Box::new(Admin::new(
            self.plan.topics_max,
            self.plan.delete_one_in,
            self.plan.alter_one_in,
        )));
        for settings in self.plan.producers.clone() {
            self.add_client(Box::new(Producer::new(settings)));
        }
        for settings in self.plan.consumers.clone() {
            self.add_client(Box::new(Consumer::new(settings)));
        }
        if self.plan.ask_pause > 0 {
            self.add_client(Box::new(Asker::new(self.plan.ask_pause)));
        }
        while !self.draining {
            self.step();
        }
    }

    /// Faults are over: everybody gets what he is owed, and everything is read.
    fn settle(&mut self) {
        self.disk.heal();
        if self.node.as_ref().is_none_or(|node| node.fatal.is_some()) || self.has_failed_dir() {
            self.crash(Crash::Process);
        }
        self.until("clients are done", |world| world.is_ready() && world.are_idle());
        let all = consumer::Settings {
            partitions_max: usize::MAX,
            sessions: self.rng.one_in(2),
            to_the_end: true,
            wait_ms_max: 10,
            min_bytes_max: 1,
            partition_bytes_max: 1 << 20,
        };
        self.add_client(Box::new(Consumer::new(all)));
        self.until("everything is read", |world| world.is_ready() && world.are_idle());
        self.audit();
        self.stop();
        self.until("the node has stopped", |world| world.node.is_none());
        assert!(self.was_clean, "the stop was asked for and nothing failed");
        self.until("the node is ready again", |world| world.is_ready() && world.audited_run == world.run);
        if let Some(node) = self.node.take() {
            self.disk.stop();
            node.abandon();
        }
    }

    fn until(&mut self, what: &str, done: impl Fn(&Self) -> bool) {
        let limit = self.queue.now() + PATIENCE;
        while !done(self) {
            self.step();
            if self.queue.now() > limit {
                let clients: Vec<String> =
                    self.clients.iter().flatten().map(|client| client.describe()).collect();
                panic!("it takes too long until {what}: {clients:#?}");
            }
        }
    }

    fn is_ready(&self) -> bool {
        self.node.as_ref().is_some_and(|node| node.ready)
    }

    fn are_idle(&self) -> bool {
        self.clients.iter().flatten().all(|client| client.is_idle())
    }

    fn has_failed_dir(&self) -> bool {
        self.disk.faults_met() > 0
    }

    fn step(&mut self) {
        let thing = self.queue.pop(self.run).expect("something is always to happen");
        match thing {
            Thing::Boot => self.boot(),
            Thing::Fault(number) => self.fault(number),
            Thing::Over(_) => self.disk.set_full(None),
            Thing::Drain => self.draining = true,
            Thing::Timer(client) => self.with_client(client, |client, cx| client.wakes(cx)),
            Thing::Bytes(conn, bytes) if self.net.takes_bytes(conn) => {
                self.trace.add_bytes(&bytes);
                let client = self.net.get(conn).client;
                self.with_client(client, |client, cx| client.bytes(cx, conn, &bytes));
            }
            Thing::Bytes(..) => {}
            Thing::Gone(conn) => {
                if self.net.gone(conn) {
                    let client = self.net.get(conn).client;
                    self.with_client(client, |client, cx| client.gone(cx, conn));
                }
            }
            thing => self.of_node(thing),
        }
        self.look_after();
    }

    fn of_node(&mut self, thing: Thing) {
        let Some(node) = &mut self.node else { return };
        let (queue, net) = (&mut self.queue, &mut self.net);
        let event = match thing {
            Thing::Turn(core) => return node.turn(queue, net, core),
            Thing::JobStep(core) => return node.job_step(queue, core),
            Thing::File(core, op) => return node.file(queue, core, op),
            Thing::Deliver(core, event) => Some((core, event)),
            Thing::Frame(conn, frame) => net.arrived(conn, frame),
            Thing::Hangup(conn) => net.hung_up(conn),
            Thing::Flush(conn) => net.flush(queue, conn, &self.disk),
            _ => None,
        };
        if let Some((core, event)) = event {
            node.deliver(queue, core, event);
        }
    }

    fn with_client(&mut self, number: usize, act: impl FnOnce(&mut dyn Client, &mut Cx<'_>)) {
        let Some(mut client) = self.clients[number].take() else { return };
        let up = self.node.as_ref().map(|node| Up {
            run: node.run,
            shards: node.shards(),
            ready: node.ready && !self.stopping,
        });
        let mut cx = Cx {
            queue: &mut self.queue,
            net: &mut self.net,
            model: &mut self.model,
            rng: &mut self.rng,
            up,
            draining: self.draining,
            me: number,
        };
        act(&mut *client, &mut cx);
        self.clients[number] = Some(client);
    }

    /// What follows from what just happened.
    fn look_after(&mut self) {
        if self.disk.is_stopped() {
            self.crash(self.crash_at);
            return;
        }
        let Some(node) = &mut self.node else { return };
        if let Some(why) = node.fatal.take() {
            assert!(self.disk.faults_met() > 0, "the node gives up though its disk is whole: {why}");
            self.say(format_args!("the node gives up: {why}"));
            self.crash(Crash::Process);
            return;
        }
        if node.ready && self.audited_run != self.run {
            self.audited_run = self.run;
            self.audit();
        }
        if self.stopping && self.node.as_ref().is_some_and(Node::is_stopped) {
            self.stopped();
        }
    }

    fn boot(&mut self) {
        if self.node.is_some() {
            return;
        }
        self.run += 1;
        self.stopping = false;
        self.disk.set_now(self.queue.clocks().wall);
        let restarted = std::mem::take(&mut self.system_restarted);
        let found = self.plan.shape.identity(&self.disk, self.rng.next_u64(), restarted);
        let Ok((identity, clean)) = found else {
            self.crash(self.crash_at);
            return;
        };
        self.say(format_args!("start {}, clean {clean}", self.run));
        assert!(clean || !self.was_clean, "a clean stop left no marker");
        let rng = Rng::new(self.rng.next_u64());
        let mut node = Node::new(self.run, identity, self.disk.clone(), rng, &mut self.queue);
        node.detour_one_in = self.plan.detour_one_in;
        node.pause_one_in = self.plan.pause_one_in;
        self.node = Some(node);
    }

    fn crash(&mut self, crash: Crash) {
        self.say(format_args!("crash of the {crash:?} in run {}", self.run));
        self.disk.stop();
        if let Some(node) = self.node.take() {
            self.take_trace(&node);
            node.abandon();
        }
        if crash == Crash::Machine {
            self.system_restarted = true;
            let ends = self.model.durable_ends(&self.disk.durable_files());
            // Of two crashes without an audit between them the first one counts: nothing was added since.
            self.durable.get_or_insert(ends);
        }
        self.disk.crash(crash);
        self.was_clean = false;
        self.end_run();
    }

    fn stopped(&mut self) {
        self.say(format_args!("run {} has stopped", self.run));
        let Some(node) = self.node.take() else { return };
        self.take_trace(&node);
        // A stop before every log was open leaves no marker.
        self.was_clean = self.disk.faults_met() == 0 && node.logs_open;
        self.disk.stop();
        node.abandon();
        self.disk.crash(Crash::Process);
        self.end_run();
    }

    fn take_trace(&mut self, node: &Node) {
        self.trace.add(node.trace.digest());
        self.turns += node.turns;
    }

    fn end_run(&mut self) {
        self.stopping = false;
        self.net.node_gone(&mut self.queue, self.run);
        let at = self.queue.now() + (10 + self.rng.below(300)) * MS;
        self.queue.push(at, Thing::Boot);
    }

    fn stop(&mut self) {
        if let Some(node) = &mut self.node {
            self.stopping = true;
            node.stop(&mut self.queue);
        }
    }

    fn fault(&mut self, number: usize) {
        let fault = self.plan.faults[number].1;
        self.say(format_args!("{fault:?}"));
        let dirs = self.plan.shape.log_dirs();
        match fault {
            Fault::Crash(crash) if self.node.is_some() => self.crash(crash),
            Fault::CrashAt(crash, count) => {
                self.crash_at = crash;
                self.disk.stop_after(count);
            }
            Fault::CleanStop => self.stop(),
            Fault::Full { dir, ms } => {
                self.disk.set_full(Some(dirs[usize::from(dir)].clone()));
                let at = self.queue.now() + ms * MS;
                self.queue.push(at, Thing::Over(number));
            }
            Fault::Fail { kind, dir, count } => self.disk.fail(kind, dirs[usize::from(dir)].clone(), count),
            Fault::Cut => {
                let open = self.net.open_ones();
                if !open.is_empty() {
                    let conn = open[self.rng.below(open.len() as u64) as usize];
                    self.net.cut(&mut self.queue, conn);
                }
            }
            Fault::Freeze { core, ms } => {
                let until = self.queue.now() + ms * MS;
                if let Some(node) = &mut self.node {
                    node.freeze(core, until);
                }
            }
            Fault::Crash(_) => {}
        }
    }

    /// Holds the disk against the model.
    fn audit(&mut self) {
        let files = self.disk.files();
        let durable = self.durable.take();
        let wall = self.queue.clocks().wall.0;
        self.model.audit(&files, durable.as_ref(), wall);
        if let Some(node) = &self.node {
            assert!(
                !self.was_clean || node.repaired.is_empty() || self.model.has_holes(),
                "logs were repaired after a clean stop: {:?}",
                node.repaired
            );
        }
        self.was_clean = false;
    }
}
