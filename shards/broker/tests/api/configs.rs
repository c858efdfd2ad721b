//! DescribeConfigs, IncrementalAlterConfigs, AlterConfigs.

use ::metadata::records::{Resource, ResourceKind};
use protocol::client::describe_configs::{
    DescribeConfigsRequest, DescribeConfigsResource, DescribeConfigsResponse,
};
use protocol::client::{alter_configs as whole, incremental_alter_configs as incremental};
use protocol::wire::Reader;
use protocol::{ApiKey, ErrorCode};

use crate::rig::{Rig, ask, config};

type Asked<'a> = (i8, &'static str, Option<&'a [&'static str]>);

fn describe(resources: &[Asked<'_>]) -> DescribeConfigsRequest<'static> {
    let resources = resources.iter().map(|(resource_type, name, keys)| DescribeConfigsResource {
        resource_type: *resource_type,
        resource_name: (*name).into(),
        configuration_keys: keys.map(|keys| keys.iter().map(|key| (*key).into()).collect()),
    });
    DescribeConfigsRequest { resources: resources.collect(), ..Default::default() }
}

#[test]
fn every_version_describes_a_topic_with_its_sources() {
    for version in 1..=4 {
        let mut rig = Rig::new();
        rig.topic("t", 1, 1);
        rig.apply(&[config(Resource::topic("t"), "retention.ms", "5")]);
        let request = DescribeConfigsRequest {
            include_synonyms: true,
            ..describe(&[(2, "t", Some(&["retention.ms", "segment.bytes"]))])
        };
        let answer = ask!(rig, version, request => DescribeConfigsResponse);
        let result = &answer.results[0];
        assert_eq!((result.error_code, &*result.resource_name, result.resource_type), (0, "t", 2));
        let mut rows: Vec<_> = result
            .configs
            .iter()
            .map(|c| (&*c.name, c.value.as_deref(), c.config_source, c.config_type, c.synonyms.len()))
            .collect();
        rows.sort_unstable();
        let kinds = if version >= 3 { (5, 3) } else { (0, 0) };
        assert_eq!(
            rows,
            [
                ("retention.ms", Some("5"), 1, kinds.0, 1),
                ("segment.bytes", Some("1073741824"), 5, kinds.1, 1)
            ]
        );
    }
}

#[test]
fn synonyms_come_only_when_asked_for() {
    let mut rig = Rig::new();
    let answer = ask!(rig, 4, describe(&[(4, "1", None)]) => DescribeConfigsResponse);
    assert!(answer.results[0].configs.len() > 300);
    assert!(answer.results[0].configs.iter().all(|c| c.synonyms.is_empty() && c.documentation.is_none()));
}

#[test]
fn documentation_comes_only_when_asked_for() {
    let mut rig = Rig::new();
    rig.topic("t", 1, 1);
    let keys: &[&str] = &["cleanup.policy"];
    for (include_documentation, expected) in
        [(false, None), (true, Some("Type: list. Default: delete. Valid: any of compact, delete."))]
    {
        let request = DescribeConfigsRequest { include_documentation, ..describe(&[(2, "t", Some(keys))]) };
        let answer = ask!(rig, 3, request => DescribeConfigsResponse);
        assert_eq!(answer.results[0].configs[0].documentation.as_deref(), expected);
    }
    let request = DescribeConfigsRequest { include_documentation: true, ..describe(&[(4, "1", None)]) };
    let answer = ask!(rig, 4, request => DescribeConfigsResponse);
    let said = answer.results[0].configs.iter().filter(|c| c.documentation.is_some()).count();
    assert!(said > 300);
}

#[test]
fn odd_questions_get_the_codes_that_kafka_gives() {
    let cases: [(Asked<'_>, i16, usize); 13] = [
        ((2, "no-such-topic", None), 3, 0),
        ((2, "bad/name", None), 17, 0),
        ((2, "", None), 17, 0),
        ((4, "77", None), 42, 0),
        ((4, "x", None), 42, 0),
        ((99, "x", None), 42, 0),
        ((0, "x", None), 42, 0),
        ((32, "", None), 42, 0),
        ((16, "", None), 42, 0),
        ((8, "", None), 42, 0),
        ((8, "77", None), 42, 0),
        ((8, "x", None), 42, 0),
        ((4, "1", Some(&["no.such.key"])), 0, 0),
    ];
    let mut rig = Rig::new();
    for (asked, code, count) in cases {
        let answer = ask!(rig, 4, describe(&[asked]) => DescribeConfigsResponse);
        let result = &answer.results[0];
        assert_eq!((result.error_code, result.configs.len()), (code, count), "{asked:?}");
        assert_eq!(result.error_message.as_deref() != Some(""), code != 0 && code != 3, "{asked:?}");
    }
    let answer = ask!(rig, 4, describe(&[(4, "1", None), (99, "x", None)]) => DescribeConfigsResponse);
    assert!(answer.results.iter().all(|result| result.error_code == 42), "an unknown type refuses all");
}

#[test]
fn groups_metrics_loggers_and_the_common_default_are_described() {
    let mut rig = Rig::new();
    let group = Resource { kind: ResourceKind::GROUP, name: "g".to_owned() };
    rig.apply(&[
        config(Resource::cluster(), "log.retention.ms", "7"),
        config(group, "consumer.session.timeout.ms", "46000"),
    ]);
    let request = describe(&[
        (4, "", None),
        (32, "g", Some(&["consumer.session.timeout.ms"])),
        (16, "any", Some(&["interval.ms"])),
        (8, "1", Some(&["root"])),
    ]);
    let answer = ask!(rig, 4, request => DescribeConfigsResponse);
    let rows: Vec<Vec<_>> = (answer.results.iter())
        .map(|r| r.configs.iter().map(|c| (&*c.name, c.value.as_deref(), c.config_source)).collect())
        .collect();
    assert_eq!(rows[0], [("log.retention.ms", Some("7"), 3)]);
    assert_eq!(rows[1], [("consumer.session.timeout.ms", Some("46000"), 8)]);
    assert_eq!(rows[2], [("interval.ms", Some("300000"), 5)]);
    assert_eq!(rows[3], [("root", Some("INFO"), 6)]);
}

type Change = (&'static str, i8, Option<&'static str>);

fn alter(
    resources: &[(i8, &'static str, &[Change])],
) -> incremental::IncrementalAlterConfigsRequest<'static> {
    let resources =
        resources.iter().map(|(resource_type, name, changes)| incremental::AlterConfigsResource {
            resource_type: *resource_type,
            resource_name: (*name).into(),
            configs: (changes.iter())
                .map(|(name, config_operation, value)| incremental::AlterableConfig {
                    name: (*name).into(),
                    config_operation: *config_operation,
                    value: value.map(Into::into),
                })
                .collect(),
        });
    incremental::IncrementalAlterConfigsRequest { resources: resources.collect(), validate_only: false }
}

#[test]
fn what_a_broker_decides_itself_never_reaches_the_controller() {
    let set = ("x", 0, Some("y"));
    let cases: [(i8, &'static str, &[Change], i16); 15] = [
        (99, "x", &[set], 42),
        (4, "2", &[set], 42),
        (4, "x", &[set], 42),
        (4, "1", &[("log.dirs", 0, Some("/x"))], 42),
        (4, "1", &[("log.retention.ms", 9, Some("1"))], 42),
        (4, "1", &[("log.retention.ms", 0, Some("x"))], 42),
        (2, "t", &[("a", 0, Some("1")), ("a", 0, Some("1"))], 42),
        (2, "t", &[("a", 0, None)], 42),
        (8, "2", &[("root", 0, Some("WARN"))], 42),
        (8, "1", &[("no.such", 0, Some("WARN"))], 40),
        (8, "1", &[("root", 0, Some("LOUD"))], 40),
        (8, "1", &[("root", 1, None)], 42),
        (8, "1", &[("root", 2, Some("WARN"))], 42),
        (8, "1", &[("root", 7, Some("WARN"))], 42),
        (8, "1", &[("raft", 0, Some("WARN"))], 0),
    ];
    for version in [0, 1] {
        let mut rig = Rig::new();
        for (kind, name, changes, code) in cases {
            let answer =
                ask!(rig, version, alter(&[(kind, name, changes)]) => IncrementalAlterConfigsResponse);
            assert_eq!(answer.responses[0].error_code, code, "{kind} {name} {changes:?}");
            assert!(rig.asked().is_empty());
        }
        let answer = ask!(rig, 4, describe(&[(8, "1", Some(&["raft", "root"]))]) => DescribeConfigsResponse);
        let levels: Vec<_> = answer.results[0].configs.iter().map(|c| c.value.as_deref()).collect();
        assert_eq!(levels, [Some("WARN"), Some("INFO")]);
    }
}

use incremental::IncrementalAlterConfigsResponse;

#[test]
fn the_answer_has_the_brokers_verdicts_and_the_controllers_in_the_order_of_the_request() {
    let mut rig = Rig::new();
    let set: &[Change] = &[("retention.ms", 0, Some("5"))];
    let request =
        alter(&[(99, "x", set), (2, "t", set), (2, "twice", set), (2, "u", set), (2, "twice", set)]);
    let mut body = Vec::new();
    request.encode(&mut body, 1).expect("it can be encoded");
    let conn = rig.send(crate::rig::PLAIN, ApiKey::IncrementalAlterConfigs, 1, &body);
    let asked = rig.asked();
    let [(token, sent)] = &asked[..] else { panic!("one request goes on") };
    let part = incremental::IncrementalAlterConfigsRequest::decode(&mut Reader::new(&sent.body), 1)
        .expect("it can be decoded");
    let names: Vec<_> = part.resources.iter().map(|r| &*r.resource_name).collect();
    assert_eq!(names, ["t", "u"]);
    let row = |name: &'static str, code: ErrorCode| incremental::AlterConfigsResourceResponse {
        error_code: code.code(),
        error_message: None,
        resource_type: 2,
        resource_name: name.into(),
    };
    let told = IncrementalAlterConfigsResponse {
        throttle_time_ms: 0,
        responses: vec![row("u", ErrorCode::InvalidConfig), row("t", ErrorCode::None)],
    };
    rig.controller_answers(*token, 1, &told);
    let body = rig.answer_on(conn, ApiKey::IncrementalAlterConfigs, 1).expect("an answer");
    let answer = IncrementalAlterConfigsResponse::decode(&mut Reader::new(&body), 1).expect("it decodes");
    let rows: Vec<_> = answer.responses.iter().map(|r| (&*r.resource_name, r.error_code)).collect();
    assert_eq!(rows, [("x", 42), ("t", 0), ("twice", 42), ("u", 40), ("twice", 42)]);
}

#[test]
fn alter_configs_knows_no_loggers_and_goes_on_otherwise() {
    for version in 0..=2 {
        let mut rig = Rig::new();
        let resource = |resource_type, name: &'static str| whole::AlterConfigsResource {
            resource_type,
            resource_name: name.into(),
            configs: vec![whole::AlterableConfig { name: "retention.ms".into(), value: Some("5".into()) }],
        };
        let request = whole::AlterConfigsRequest {
            resources: vec![resource(8, "1"), resource(2, "t")],
            validate_only: true,
        };
        let mut body = Vec::new();
        request.encode(&mut body, version).expect("it can be encoded");
        let conn = rig.send(crate::rig::PLAIN, ApiKey::AlterConfigs, version, &body);
        let (token, sent) = rig.asked().pop().expect("the topic goes on");
        assert_eq!((sent.key, sent.version), (ApiKey::AlterConfigs.code(), version));
        let told = whole::AlterConfigsResponse {
            throttle_time_ms: 0,
            responses: vec![whole::AlterConfigsResourceResponse {
                resource_type: 2,
                resource_name: "t".into(),
                ..Default::default()
            }],
        };
        rig.controller_answers(token, version, &told);
        let body = rig.answer_on(conn, ApiKey::AlterConfigs, version).expect("an answer");
        let answer =
            whole::AlterConfigsResponse::decode(&mut Reader::new(&body), version).expect("it decodes");
        let rows: Vec<_> = answer.responses.iter().map(|r| (&*r.resource_name, r.error_code)).collect();
        assert_eq!(rows, [("1", 42), ("t", 0)]);
    }
}
