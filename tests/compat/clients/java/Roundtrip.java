// Round trip by Apache Kafka's own Java client; see ../README.md. Idempotent producer.
import java.io.BufferedWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

public class Roundtrip {
    static final byte[] BLOCK = new byte[65536];
    static final byte[] BIN = {0, 1, (byte) 0x80, (byte) 0xff};
    static String bootstrap, topic, codec, phase, acked;
    static int count, size = 1024;
    static long time = 1700000000000L;
    static double stop = 0;

    static byte[] bytes(String s) { return s.getBytes(StandardCharsets.ISO_8859_1); }

    static byte[] digits(long i, String prefix, int width) {
        byte[] out = new byte[prefix.length() + width];
        for (int n = 0; n < prefix.length(); n++) out[n] = (byte) prefix.charAt(n);
        for (int n = out.length - 1; n >= prefix.length(); n--, i /= 10) out[n] = (byte) ('0' + i % 10);
        return out;
    }

    static byte[] value(int i) {
        byte[] out = Arrays.copyOf(digits(i, "", 16), size);
        System.arraycopy(BLOCK, (int) (i * 7919L % (65536 - size)), out, 16, size - 16);
        return out;
    }

    static int produce(Map<String, Object> out) throws Exception {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("compression.type", codec);
        p.put("linger.ms", "5");
        p.put("batch.size", "131072");
        p.put("acks", "all");
        p.put("max.block.ms", "120000");
        p.put("reconnect.backoff.max.ms", "500");
        AtomicReference<String> trouble = new AtomicReference<>();
        AtomicInteger told = new AtomicInteger(), errors = new AtomicInteger();
        int sent = 0;
        long end = stop > 0 ? System.nanoTime() + (long) (stop * 1e9) : Long.MAX_VALUE;
        try (BufferedWriter file = acked == null ? null : Files.newBufferedWriter(Path.of(acked));
             KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(p, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int n = 0; n < count && trouble.get() == null && System.nanoTime() < end; n++, sent++) {
                final int i = n;
                List<Header> headers = List.of(new RecordHeader("i", bytes(Integer.toString(i))), new RecordHeader("bin", BIN));
                producer.send(new ProducerRecord<>(topic, 0, time + i, digits(i, "key-", 8), value(i), headers), (meta, e) -> {
                    if (e != null) {
                        errors.incrementAndGet();
                        if (file == null) trouble.compareAndSet(null, "not acknowledged: " + e);
                        return;
                    }
                    told.incrementAndGet();
                    try {
                        if (file != null) file.write(i + " " + meta.offset() + "\n");
                        else if (meta.offset() != i) trouble.compareAndSet(null, "record " + i + " was given offset " + meta.offset());
                    } catch (java.io.IOException x) {
                        trouble.compareAndSet(null, x.toString());
                    }
                });
            }
            producer.flush();
        }
        if (trouble.get() != null) throw new IllegalStateException(trouble.get());
        if (acked == null && told.get() != count) throw new IllegalStateException(told + " of " + count + " acknowledged");
        out.put("acked", told.get());
        out.put("errors", errors.get());
        return sent;
    }

    static void check(int i, ConsumerRecord<byte[], byte[]> r) {
        Header[] h = r.headers().toArray();
        if (!Arrays.equals(r.key(), digits(i, "key-", 8)) || !Arrays.equals(r.value(), value(i)))
            throw new IllegalStateException("record " + i + ": key or value differs");
        if (r.timestamp() != time + i) throw new IllegalStateException("record " + i + ": timestamp " + r.timestamp());
        if (h.length != 2 || !h[0].key().equals("i") || !Arrays.equals(h[0].value(), bytes(Integer.toString(i)))
            || !h[1].key().equals("bin") || !Arrays.equals(h[1].value(), BIN))
            throw new IllegalStateException("record " + i + ": headers " + r.headers());
    }

    static long consume() throws Exception {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("enable.auto.commit", "false");
        p.put("auto.offset.reset", "none");
        p.put("max.poll.records", "5000");
        p.put("max.partition.fetch.bytes", "8388608");
        Map<Long, Integer> promised = new HashMap<>();
        if (acked != null) for (String line : Files.readAllLines(Path.of(acked))) {
            int space = line.indexOf(' ');
            promised.put(Long.parseLong(line.substring(space + 1)), Integer.parseInt(line.substring(0, space)));
        }
        try (KafkaConsumer<byte[], byte[]> c = new KafkaConsumer<>(p, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition part = new TopicPartition(topic, 0);
            c.assign(List.of(part));
            c.seek(part, 0);
            long next = 0, end = acked == null ? count : c.endOffsets(List.of(part)).get(part), last = System.nanoTime();
            while (next < end && System.nanoTime() - last < 30_000_000_000L) {
                for (ConsumerRecord<byte[], byte[]> r : c.poll(Duration.ofMillis(500))) {
                    last = System.nanoTime();
                    if (next >= end) break;
                    if (r.offset() != next) throw new IllegalStateException("offset " + r.offset() + ", wanted " + next);
                    int i = acked == null ? (int) next : Integer.parseInt(new String(r.value(), 0, 16, StandardCharsets.ISO_8859_1));
                    if (i < 0 || i >= count) throw new IllegalStateException("offset " + next + ": record " + i + " was never sent");
                    check(i, r);
                    Integer was = promised.remove(next);
                    if (was != null && was != i) throw new IllegalStateException("offset " + next + ": record " + i + ", acknowledged was " + was);
                    next++;
                }
            }
            if (next < end || !promised.isEmpty())
                throw new IllegalStateException(next + " of " + end + " records; " + promised.size() + " acknowledged ones lost");
            return next;
        }
    }

    public static void main(String[] a) {
        bootstrap = a[0]; topic = a[1]; count = Integer.parseInt(a[2]); codec = a[3]; phase = a[4];
        for (int n = 5; n < a.length; n++) {
            String v = a[n].substring(a[n].indexOf('=') + 1);
            switch (a[n].substring(0, a[n].indexOf('='))) {
                case "time": time = Long.parseLong(v); break;
                case "size": size = Integer.parseInt(v); break;
                case "acked": acked = v; break;
                case "stop": stop = Double.parseDouble(v); break;
                default: throw new IllegalArgumentException(a[n]);
            }
        }
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
        for (int x = 12345, n = 0; n < 65536; n++) { x = x * 1664525 + 1013904223; BLOCK[n] = (byte) alphabet.charAt(x >>> 26); }
        Map<String, Object> out = new java.util.LinkedHashMap<>();
        out.put("client", "java"); out.put("codec", codec); out.put("phase", phase); out.put("count", count); out.put("ok", true);
        try {
            long began = System.nanoTime();
            if (!phase.equals("consume")) { out.put("sent", produce(out)); out.put("produce_s", (System.nanoTime() - began) / 1e9); }
            began = System.nanoTime();
            if (!phase.equals("produce")) { out.put("found", consume()); out.put("consume_s", (System.nanoTime() - began) / 1e9); }
        } catch (Exception e) {
            out.put("ok", false);
            out.put("error", e.toString());
        }
        StringBuilder json = new StringBuilder();
        out.forEach((k, v) -> json.append(json.length() == 0 ? "{\"" : ", \"").append(k).append("\": ")
            .append(v instanceof String ? "\"" + ((String) v).replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ") + "\"" : v.toString()));
        System.out.println(json.append('}'));
        System.exit(out.get("ok").equals(true) ? 0 : 1);
    }
}
