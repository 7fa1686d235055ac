package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.Callback;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Task;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.json.JsonMapper;

/** JSON that is written is read back, payloads to the byte. */
class TaskJsonTests {

    public record Mail(String to) implements Callback {
        @Override
        public void call() {}
    }

    static class Other implements Callback {
        @Override
        public void call() {}
    }

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final AllowedCallbacks allowed = new AllowedCallbacks(List.of(Mail.class.getName()));

    private final TaskWriter writer = new TaskWriter(MAPPER, allowed, 1_000);

    private static String text(NewTask task) {
        return new String(task.detail(), UTF_8);
    }

    /** Changes a detail as the store does. */
    private static byte[] stored(NewTask task) {
        return ("[1234567890123," + text(task)).getBytes(UTF_8);
    }

    @Test
    void writeShouldLeaveOutWhatIsNotSet() {
        NewTask task = writer.write(Task.of("g", "t").id("a").payload(7).build());
        assertThat(text(task)).isEqualTo("\"t\",7]");
        assertThat(text(writer.write(Task.of("g", "t").build()))).isEqualTo("\"t\",null]");
        assertThat(task.id()).isEqualTo("a");
        assertThat(task.topic()).isEqualTo("t");
    }

    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
    @JsonSubTypes(@JsonSubTypes.Type(value = Circle.class, name = "circle"))
    interface Shape {}

    record Circle(int radius) implements Shape {}

    @Test
    void writeShouldWriteThePayloadAsTheTypeItIsGiven() {
        Type shapes = MAPPER.getTypeFactory().constructCollectionType(List.class, Shape.class);
        Task task = Task.of("g", "t").payload(List.of(new Circle(1)), shapes).build();
        String written = "\"t\",[{\"kind\":\"circle\",\"radius\":1}]]";
        assertThat(text(writer.write(task))).isEqualTo(written);
        assertThat(text(writer.write(writer.freeze(task)))).isEqualTo(written);
        Task plain = Task.of("g", "t").payload(7, shapes).payload(7).build();
        assertThat(text(writer.write(plain))).isEqualTo("\"t\",7]");
        Task wrong = Task.of("g", "t").payload(7, shapes).build();
        assertThatThrownBy(() -> writer.write(wrong))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageStartingWith("payload must be something Jackson can write, but java.lang.Integer is not: ");
    }

    @Test
    void writeShouldRoundTimesUpToMilliseconds() {
        NewTask delayed = writer.write(
                Task.of("g", "t").delay(Duration.ofNanos(1_000_001)).build());
        assertThat(delayed.time()).isEqualTo(2);
        assertThat(delayed.relative()).isTrue();
        NewTask atInstant =
                writer.write(Task.of("g", "t").at(Instant.ofEpochSecond(5, 1)).build());
        assertThat(atInstant.time()).isEqualTo(5_001);
        assertThat(atInstant.relative()).isFalse();
        assertThat(writer.write(Task.of("g", "t").at(Instant.MIN).build()).time())
                .isZero();
    }

    @Test
    void readShouldGiveBackWhatWasWritten() throws UnreadableTaskException {
        NewTask task = writer.write(Task.of("g", "t")
                .payload(Map.of("a", List.of(1, "x")))
                .ttr(Duration.ofSeconds(90))
                .maxAttempts(3)
                .description("say \"ä\"")
                .headers(Map.of("trace", "1"))
                .callback(Mail.class, "a@b.example")
                .build());
        TaskDetail detail = TaskJson.read(stored(task));
        assertThat(detail.dueAt()).isEqualTo(Instant.ofEpochMilli(1_234_567_890_123L));
        assertThat(detail.payload()).asString(UTF_8).isEqualTo("{\"a\":[1,\"x\"]}");
        assertThat(detail.options().ttr()).isEqualTo(Duration.ofSeconds(90));
        assertThat(detail.options().maxAttempts()).isEqualTo(3);
        assertThat(detail.options().description()).isEqualTo("say \"ä\"");
        assertThat(detail.options().headers()).isEqualTo(Map.of("trace", "1"));
        assertThat(detail.callback().className()).isEqualTo(Mail.class.getName());
        assertThat(detail.callback().signature()).containsExactly("java.lang.String");
        assertThat(detail.callback().arguments()).hasToString("[\"a@b.example\"]");
    }

    private static Task retried(ExponentialBackoff backoff) {
        return Task.of("g", "t").retry(backoff).build();
    }

    @Test
    void writeShouldLeaveOutWhatAFixedDelayDoesNotNeed() {
        assertThat(text(writer.write(retried(ExponentialBackoff.fixed(Duration.ofNanos(5_900_000))))))
                .isEqualTo("\"t\",null,{\"retry\":{\"initial\":5}}]");
        assertThat(text(writer.write(retried(ExponentialBackoff.DEFAULT))))
                .isEqualTo("\"t\",null,{\"retry\":{\"initial\":1000,\"multiplier\":2.0,\"max\":600000,"
                        + "\"jitter\":0.2}}]");
    }

    @Test
    void readShouldGiveBackHowToRetry() throws UnreadableTaskException {
        for (ExponentialBackoff backoff : List.of(
                ExponentialBackoff.DEFAULT,
                ExponentialBackoff.fixed(Duration.ofMillis(1)),
                ExponentialBackoff.fixed(Task.MAX_DELAY),
                new ExponentialBackoff(Duration.ofSeconds(1), 1, Duration.ofSeconds(2), 1),
                new ExponentialBackoff(Duration.ofSeconds(1), Double.MAX_VALUE, Duration.ofSeconds(1), 0))) {
            assertThat(TaskJson.read(stored(writer.write(retried(backoff))))
                            .options()
                            .retry())
                    .isEqualTo(backoff);
        }
        assertThat(TaskJson.read("[1,\"t\",null,{\"retry\":{\"later\":{},\"initial\":7}}]".getBytes(UTF_8))
                        .options()
                        .retry())
                .isEqualTo(ExponentialBackoff.fixed(Duration.ofMillis(7)));
        assertThat(TaskJson.read("[1]".getBytes(UTF_8)).options().retry()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-1.50",
                "1e400",
                "0.1234567890123456789012345",
                "true",
                "false",
                "\"\"",
                "\"ä€😀\"",
                "\"a\\\"b\\\\\"",
                "[]",
                "{}",
                "[1, 2 ,3 ]",
                "{ \"a\" : { \"b\" : [ {} ] } }",
                "[\"]\",\"}\"]"
            })
    void readShouldCutThePayloadOutAsItStands(String payload) throws UnreadableTaskException {
        for (String around : List.of("[1,\"ä😀\",%s,{\"ttr\":1000}]", "[1,\"t\",%s]")) {
            TaskDetail detail = TaskJson.read(String.format(around, payload).getBytes(UTF_8));
            assertThat(detail.payload()).asString(UTF_8).isEqualTo(payload);
        }
    }

    @Test
    void readShouldCutLongPayloadsOutAsTheyStand() throws UnreadableTaskException {
        String payload = MAPPER.writeValueAsString("é\"\\".repeat(50_000));
        TaskDetail detail = TaskJson.read(("[1,\"t\"," + payload + ",{\"maxAttempts\":2}]").getBytes(UTF_8));
        assertThat(detail.payload()).asString(UTF_8).isEqualTo(payload);
        assertThat(detail.options().maxAttempts()).isEqualTo(2);
    }

    @Test
    void readShouldCutOutWhatNestsDeeply() throws UnreadableTaskException {
        String payload = "[".repeat(2_000) + "]".repeat(2_000);
        TaskDetail detail = TaskJson.read(("[1,\"t\"," + payload + "]").getBytes(UTF_8));
        assertThat(detail.payload()).asString(UTF_8).isEqualTo(payload);
    }

    @Test
    void readShouldPassOverElementsAndOptionsOfLaterVersions() throws UnreadableTaskException {
        TaskDetail detail =
                TaskJson.read("[1,\"t\",2,{\"later\":{\"payload\":[1]}},{\"payload\":3},[4]]".getBytes(UTF_8));
        assertThat(detail.payload()).asString(UTF_8).isEqualTo("2");
    }

    /** Display reads fewer fields, by other code. */
    @Test
    void fieldsOfLaterVersionsInsideOptionsShouldBePassedOver() throws UnreadableTaskException {
        String later = "'later':{'initial':[1],'rate':7},";
        String options = "{'priority':'HIGH',%s'callback':{%s'class':'a.B','signature':[],'arguments':[]},'ttr':1000,"
                + "'retry':{%s'initial':5},'repeat':{%s'cron':'0 0 * * * *','zone':'UTC'},'headers':{'a':'b'}}";
        byte[] today = task(options.replace("%s", ""));
        byte[] newer = task(options.replace("%s", later));
        assertThat(TaskJson.read(newer)).usingRecursiveComparison().isEqualTo(TaskJson.read(today));
        assertThat(TaskDetail.readForDisplay(newer, true))
                .usingRecursiveComparison()
                .isEqualTo(TaskDetail.readForDisplay(today, true));
        assertThat(TaskDetail.readForDisplay(newer, true).options().priority()).isEqualTo(Priority.HIGH);
        assertThat(TaskJson.read(newer).options().retry())
                .isEqualTo(TaskJson.read(today).options().retry())
                .isNotNull();
    }

    private static byte[] task(String options) {
        return ("[1,'t',{'later':1}," + options + ",{'later':2}]")
                .replace('\'', '"')
                .getBytes(UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "7",
                "[",
                "[1",
                "[1,]",
                "[]",
                "[\"t\"]",
                "[\"x\",\"t\"]",
                "{\"due\":1,\"topic\":\"t\"}",
                "[1,\"t\",null,{\"ttr\":\"x\"}]",
                "[1,\"t\",null,{\"maxAttempts\":99999999999}]",
                "[1,\"t\",null,{\"retry\":7}]",
                "[1,\"t\",null,{\"retry\":\"soon\"}]",
                "[1,\"t\",null,{\"retry\":{}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":0}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":\"1s\"}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":null}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":99999999999999999999}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":9223372036854775807}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":5,\"max\":4}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":5,\"multiplier\":0.5}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":5,\"multiplier\":1e999}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":5,\"multiplier\":\"NaN\"}}]",
                "[1,\"t\",null,{\"retry\":{\"initial\":5,\"jitter\":2}}]",
                "[1,\"t\",null,{\"callback\":{}}]",
                "[1,\"t\",null,{\"callback\":7}]",
                "[1,\"t\",null,{\"headers\":{\"a\":{}}}]",
                "[1,\"t\",{\"a\":}]",
                "[1,\"t\",null,7]",
                "[1,\"t\",null,null]",
                "[1,\"t\",null,[]]",
                "[1]x",
                "[1][]",
                "not json"
            })
    void readShouldRefuseWhatIsNoTask(String json) {
        assertThatThrownBy(() -> TaskJson.read(json.getBytes(UTF_8))).isInstanceOf(UnreadableTaskException.class);
    }

    @Test
    void theApplicationsMapperShouldNotChangeTheEnvelope() throws UnreadableTaskException {
        JsonMapper snake = JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .build();
        record Camel(int someNumber) {}
        NewTask task = new TaskWriter(snake, allowed, 1_000)
                .write(Task.of("g", "t").payload(new Camel(1)).maxAttempts(2).build());
        assertThat(text(task)).isEqualTo("\"t\",{\"some_number\":1},{\"maxAttempts\":2}]");
        assertThat(TaskJson.read(stored(task)).options().maxAttempts()).isEqualTo(2);
    }

    @Test
    void writeShouldRefuseALargePayload() {
        assertThat(writer.write(Task.of("g", "t").payload("x".repeat(998)).build()))
                .isNotNull();
        assertThatThrownBy(() ->
                        writer.write(Task.of("g", "t").payload("x".repeat(999)).build()))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo("payload"))
                .hasMessage("payload must be at most 1000 bytes of JSON, but is 1001");
    }

    @Test
    void writeShouldRefuseWhatJacksonCannotWrite() {
        Object selfReference = new Object() {
            @SuppressWarnings("unused")
            public Object getSelf() {
                return this;
            }
        };
        assertThatThrownBy(() ->
                        writer.write(Task.of("g", "t").payload(selfReference).build()))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessageStartingWith("payload must be something Jackson can write, but "
                        + selfReference.getClass().getName());
    }

    @Test
    void writeShouldRefuseACallbackThatNobodyCanMake() {
        AllowedCallbacks all = new AllowedCallbacks(List.of("io.delayqueue.internal.codec.*"));
        assertThatThrownBy(() -> new TaskWriter(MAPPER, all, 1_000)
                        .write(Task.of("g", "t").callback(Other.class).build()))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage(
                        "callback must be a public class that is not abstract, but is '" + Other.class.getName() + "'");
    }

    @Test
    void writeShouldRefuseACallbackThatIsNotAllowed() {
        assertThatThrownBy(() ->
                        writer.write(Task.of("g", "t").callback(Other.class).build()))
                .isInstanceOfSatisfying(
                        InvalidTaskException.class, e -> assertThat(e.field()).isEqualTo("callback"))
                .hasMessageContaining("must be a class that the configuration allows, but is " + Other.class.getName());
    }

    @Test
    void writeShouldRefuseArgumentsWithoutAConstructor() {
        assertThatThrownBy(() -> writer.write(
                        Task.of("g", "t").callback(Mail.class, 1, 2).build()))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("callback must have one public constructor for its arguments [java.lang.Integer,"
                        + " java.lang.Integer], but " + Mail.class.getName() + " has none");
    }

    @Test
    void payloadsOfAnyPrecisionShouldSurvive() throws Exception {
        BigDecimal exact = new BigDecimal("0.12345678901234567890123456789");
        TaskDetail detail = TaskJson.read(
                stored(writer.write(Task.of("g", "t").payload(exact).build())));
        assertThat(MAPPER.readValue(detail.payload(), BigDecimal.class)).isEqualTo(exact);
        assertThat(Arrays.equals(detail.payload(), MAPPER.writeValueAsBytes(exact)))
                .isTrue();
    }
}
