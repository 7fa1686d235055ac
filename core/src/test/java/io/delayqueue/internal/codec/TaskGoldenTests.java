package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Callback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.Priority;
import io.delayqueue.Repeat;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.UnreadableTaskException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.EnumFeature;
import tools.jackson.databind.json.JsonMapper;

/** Holds the bytes of tasks. Instances of other versions write and read them too. */
class TaskGoldenTests {

    public record Mail(Map<String, Integer> to, String text, Object none) implements Callback {
        @Override
        public void call() {}
    }

    /** The payload or an option as it is written, the step of the builder that sets it, and the text of {@link TaskTexts} that reads it. */
    record Field(String json, UnaryOperator<TaskBuilder> set, String read) {

        @Override
        public String toString() {
            return json;
        }
    }

    private static final String PAYLOAD = "\"payload\":";

    private static final String MAIL = Mail.class.getName();

    /** In the order of the bytes. */
    private static final List<Field> FIELDS = List.of(
            new Field(
                    "\"payload\":{\"a\":[1,\"ä\\\"\\\\😀\\u0001/</script>\"]}",
                    task -> task.payload(Map.of("a", List.of(1, "ä\"\\😀\u0001/</script>"))),
                    "payload={\"a\":[1,\"ä\\\"\\\\😀\\u0001/</script>\"]}"),
            new Field(
                    "\"callback\":{\"class\":\"" + MAIL + "\",\"signature\":[\"java.util.Map\",\"java.lang.String\","
                            + "\"java.lang.Object\"],\"arguments\":[{\"ä\":1},\"\\u0000é\",null]}",
                    task -> task.callback(Mail.class, Map.of("ä", 1), "\u0000é", null),
                    "callback=" + MAIL
                            + "[java.util.Map, java.lang.String, java.lang.Object][{\"ä\":1},\"\\u0000é\",null]"),
            new Field("\"ttr\":90001", task -> task.ttr(Duration.ofNanos(90_001_999_999L)), "ttr=PT1M30.001S"),
            new Field("\"maxAttempts\":3", task -> task.maxAttempts(3), "maxAttempts=3"),
            new Field(
                    "\"retry\":{\"initial\":1000,\"multiplier\":2.0,\"max\":600000,\"jitter\":0.2}",
                    task -> task.retry(ExponentialBackoff.DEFAULT),
                    "retry=" + ExponentialBackoff.DEFAULT),
            new Field("\"priority\":\"HIGH\"", task -> task.priority(Priority.HIGH), ""),
            new Field(
                    "\"repeat\":{\"cron\":\"0 0 3 * * * \\\"ä\\n\",\"zone\":\"Europe/Berlin\"}",
                    task -> task.repeat(Repeat.cron("0 0 3 * * * \"ä\n", ZoneId.of("Europe/Berlin"))),
                    "repeat=" + Repeat.cron("0 0 3 * * * \"ä\n", ZoneId.of("Europe/Berlin"))),
            new Field(
                    "\"description\":\"say \\\"ä\\\" \\\\ \\u001B\u2028😀 </script>\"",
                    task -> task.description("say \"ä\" \\ \u001b\u2028😀 </script>"),
                    "description=say \"ä\" \\ \u001b\u2028😀 </script>"),
            new Field(
                    "\"headers\":{\"trace\\\"ä\":\"é\\t\"}",
                    task -> task.headers(Map.of("trace\"ä", "é\t")),
                    "headers={trace\"ä=é\t}"),
            new Field(
                    "\"retryFor\":86400001",
                    task -> task.retryFor(Duration.ofMillis(86_400_001)),
                    "retryFor=PT24H0.001S"),
            new Field("\"within\":1", task -> task.within(Duration.ofNanos(1_999_999)), "within=PT0.001S"));

    /** One for each kind of a value. */
    static Stream<Field> values() {
        return Stream.of(
                new Field(
                        "\"payload\":null",
                        task -> task.payload(JsonMapper.shared().nullNode()),
                        "payload=null"),
                new Field("\"payload\":\"\"", task -> task.payload(""), "payload=\"\""),
                new Field("\"payload\":{}", task -> task.payload(Map.of()), "payload={}"),
                new Field(
                        "\"payload\":-0.10", task -> task.payload(new java.math.BigDecimal("-0.10")), "payload=-0.10"),
                new Field("\"ttr\":1000", task -> task.ttr(Duration.ofSeconds(1)), "ttr=PT1S"),
                new Field("\"ttr\":3153600000000", task -> task.ttr(Task.MAX_DELAY), "ttr=PT876000H"),
                new Field("\"maxAttempts\":1", task -> task.maxAttempts(1), "maxAttempts=1"),
                retry("{\"initial\":5}", ExponentialBackoff.fixed(Duration.ofMillis(5))),
                retry("{\"initial\":5,\"max\":7}", new ExponentialBackoff(millis(5), 1, millis(7), 0)),
                retry("{\"initial\":5,\"multiplier\":1.5}", new ExponentialBackoff(millis(5), 1.5, millis(5), 0)),
                retry("{\"initial\":5,\"jitter\":1.0}", new ExponentialBackoff(millis(5), 1, millis(5), 1)),
                retry(
                        "{\"initial\":1,\"multiplier\":1.7976931348623157E308,\"max\":3153600000000,\"jitter\":1.0E-7}",
                        new ExponentialBackoff(millis(1), Double.MAX_VALUE, Task.MAX_DELAY, 1e-7)),
                new Field("\"retryFor\":1000", task -> task.retryFor(Duration.ofSeconds(1)), "retryFor=PT1S"),
                new Field("\"retryFor\":3153600000000", task -> task.retryFor(Task.MAX_DELAY), "retryFor=PT876000H"),
                new Field("\"notAfter\":0", task -> task.notAfter(Instant.EPOCH), "notAfter=1970-01-01T00:00:00Z"),
                new Field(
                        "\"notAfter\":253402300799999",
                        task -> task.notAfter(Instant.parse("9999-12-31T23:59:59.999Z")),
                        "notAfter=9999-12-31T23:59:59.999Z"),
                new Field("\"within\":3153600000000", task -> task.within(Task.MAX_DELAY), "within=PT876000H"),
                new Field("\"priority\":\"LOW\"", task -> task.priority(Priority.LOW), ""),
                repeat("{\"rate\":10}", Repeat.fixedRate(millis(10))),
                repeat("{\"delay\":3153600000000}", Repeat.fixedDelay(Task.MAX_DELAY)),
                repeat("{\"cron\":\"\",\"zone\":\"+01:00\"}", Repeat.cron("", ZoneId.of("+01:00"))),
                new Field("\"uniqueFor\":1", task -> task.uniqueFor(Duration.ofNanos(1_999_999)), "uniqueFor=PT0.001S"),
                new Field("\"uniqueFor\":3153600000000", task -> task.throttle(Task.MAX_DELAY), "uniqueFor=PT876000H"),
                new Field(
                        "\"longestWait\":60000",
                        task -> task.debounce(Duration.ofSeconds(1), Duration.ofMinutes(1)),
                        "longestWait=PT1M"),
                new Field("\"description\":\"\"", task -> task.description(""), "description="));
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    private static Field retry(String json, ExponentialBackoff backoff) {
        return new Field("\"retry\":" + json, task -> task.retry(backoff), "retry=" + backoff);
    }

    private static Field repeat(String json, Repeat repeat) {
        return new Field("\"repeat\":" + json, task -> task.repeat(repeat), "repeat=" + repeat);
    }

    private final AllowedCallbacks allowed = new AllowedCallbacks(List.of(MAIL));

    private final TaskWriter writer = new TaskWriter(JsonMapper.shared(), allowed, 1_000, topic -> null);

    private static String json(List<Field> fields) {
        String payload = "null";
        List<String> options = new ArrayList<>();
        for (Field field : fields) {
            if (field.json().startsWith(PAYLOAD) && !field.json().equals("\"payload\":null")) {
                payload = field.json().substring(PAYLOAD.length());
            } else {
                options.add(field.json());
            }
        }
        String object = options.isEmpty() ? "" : ",{" + String.join(",", options) + "}";
        return "\"cancel-unpaid\"," + payload + object + "]";
    }

    private static Task task(List<Field> fields) {
        TaskBuilder task = Task.of("g", "cancel-unpaid").id("a");
        fields.forEach(field -> field.set().apply(task));
        return task.build();
    }

    /** As the store hands it out. */
    private static byte[] stored(String json) {
        return ("[1795312152004," + json).getBytes(UTF_8);
    }

    private String read(byte[] stored) throws UnreadableTaskException {
        return TaskTexts.of(TaskJson.read(stored));
    }

    private static String expected(List<Field> fields) {
        StringBuilder text = new StringBuilder(
                "due=" + Instant.ofEpochMilli(1_795_312_152_004L).toEpochMilli());
        fields.stream().map(Field::read).filter(read -> !read.isEmpty()).forEach(read -> text.append('\n')
                .append(read));
        return text.toString();
    }

    private static List<List<Field>> combinations() {
        List<List<Field>> all = new ArrayList<>();
        for (int bits = 0; bits < 1 << FIELDS.size(); bits++) {
            List<Field> some = new ArrayList<>();
            for (int i = 0; i < FIELDS.size(); i++) {
                if ((bits & 1 << i) != 0) {
                    some.add(FIELDS.get(i));
                }
            }
            all.add(some);
        }
        return all;
    }

    @Test
    void eachCombinationOfFieldsShouldBeWrittenAsEver() {
        assertThat(combinations()).hasSize(2_048).allSatisfy(fields -> {
            assertThat(writer.write(task(fields)).detail()).asString(UTF_8).isEqualTo(json(fields));
            assertThat(writer.write(writer.freeze(task(fields))).detail())
                    .asString(UTF_8)
                    .isEqualTo(json(fields));
        });
    }

    @Test
    void eachCombinationOfFieldsShouldBeReadAsEver() {
        assertThat(combinations()).allSatisfy(fields -> {
            assertThat(read(stored(json(fields)))).isEqualTo(expected(fields));
            List<Field> reversed = new ArrayList<>(fields);
            Collections.reverse(reversed);
            assertThat(read(stored(json(reversed)))).isEqualTo(expected(fields));
        });
    }

    @Test
    void elementsAndOptionsOfLaterVersionsShouldBePassedOverWhereverTheyStand() throws UnreadableTaskException {
        String later = "\"later\":{\"payload\":[1,{}],\"due\":\"x\"}";
        for (int at = 0; at <= FIELDS.size(); at++) {
            List<Field> fields = new ArrayList<>(FIELDS);
            fields.add(at, new Field(later, task -> task, ""));
            assertThat(read(stored(json(fields)))).isEqualTo(expected(FIELDS));
        }
        String json = json(FIELDS);
        String elements = json.substring(0, json.length() - 1) + ",{" + later + ",\"ttr\":1},7,null]";
        assertThat(read(stored(elements))).isEqualTo(expected(FIELDS));
    }

    @ParameterizedTest
    @MethodSource("values")
    void eachValueShouldBeWrittenAndReadAsEver(Field field) throws UnreadableTaskException {
        assertThat(writer.write(task(List.of(field))).detail()).asString(UTF_8).isEqualTo(json(List.of(field)));
        assertThat(read(stored(json(List.of(field))))).isEqualTo(expected(List.of(field)));
    }

    @Test
    void mapperOfTheApplicationShouldShapePayloadsAndArgumentsOnly() {
        JsonMapper mapper = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.UPPER_SNAKE_CASE)
                .enable(SerializationFeature.INDENT_OUTPUT)
                .enable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
                .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
                .build();
        record Order(int someNumber) {}
        List<Field> rest = FIELDS.subList(2, FIELDS.size());
        Task task = Task.of("g", "cancel-unpaid").payload(new Order(1)).build();
        String payload = "{" + System.lineSeparator() + "  \"SOME_NUMBER\" : 1" + System.lineSeparator() + "}";
        assertThat(new TaskWriter(mapper, allowed, 1_000, topic -> null)
                        .write(task)
                        .detail())
                .asString(UTF_8)
                .isEqualTo("\"cancel-unpaid\"," + payload + "]");
        assertThat(new TaskWriter(mapper, allowed, 1_000, topic -> null)
                        .write(task(rest))
                        .detail())
                .asString(UTF_8)
                .isEqualTo(json(rest));
    }
}
