package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.delayqueue.InvalidTaskException;
import io.delayqueue.Priority;
import io.delayqueue.Tag;
import io.delayqueue.Task;
import io.delayqueue.TaskBuilder;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.NewTask;
import io.delayqueue.store.TaskDetail;
import java.lang.reflect.Type;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** JSON that is written is read back, payloads to the byte. */
class TaskJsonTests {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    private final TaskWriter writer = new TaskWriter(MAPPER, AllowedCallbacks.NONE, 1_000, topic -> null);

    private static String text(NewTask task) {
        return new String(task.detail(), UTF_8);
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

    @ParameterizedTest
    @CsvSource({"t,,''", "t:k,k,''", "t:\\torder=42,,order=42", "t:k!\\ta=1\\ta=2\\tb=\u00e4 x,k!,'a=1,a=2,b=\u00e4 x'"
    })
    void keyAndTagsShouldBeReadBehindTheTopic(String label, String key, String tags) throws UnreadableTaskException {
        byte[] json = ("[1,\"" + label + "\",\"x:\\tno=1\",{\"description\":\"\\tno=2\"}]").getBytes(UTF_8);
        List<Tag> expected = Stream.of(tags.split(","))
                .filter(tag -> !tag.isEmpty())
                .map(Tag::parse)
                .toList();
        for (TaskDetail task : List.of(TaskJson.read(json), TaskDetail.readForDisplay(json, true))) {
            assertThat(task.options().key()).isEqualTo(key);
            assertThat(task.options().tags()).isEqualTo(expected);
        }
        assertThat(TaskDetail.Label.of(json)).isEqualTo(new TaskDetail.Label("t", key, expected));
        assertThat(TaskDetail.readForDisplay(json, true).topic()).isEqualTo("t");
        byte[] edited = TaskJson.withPayload(json, "7".getBytes(UTF_8));
        assertThat(edited).asString(UTF_8).startsWith("[1,\"" + label + "\",7,");
    }

    @Test
    void writeShouldPutTagsBehindTheKey() {
        TaskBuilder task = Task.of("g", "t").tag("order", "42").tag("order", "\u00e4");
        assertThat(writer.write(task.build()).detail())
                .asString(UTF_8)
                .isEqualTo("\"t:\\torder=42\\torder=\u00e4\",null]");
        NewTask written = writer.write(task.key("k").build());
        assertThat(written.detail()).asString(UTF_8).isEqualTo("\"t:k\\torder=42\\torder=\u00e4\",null]");
        assertThat(written.hasKey()).isTrue();
        assertThat(written.hasTags()).isTrue();
    }

    @Test
    void tagThatBreaksItsRuleShouldBePassedOver() throws UnreadableTaskException {
        byte[] json = "[1,\"t:k\\torder\\t=2\\torder=42\\t\",null]".getBytes(UTF_8);
        assertThat(TaskJson.read(json).options().tags()).containsExactly(new Tag("order", "42"));
    }

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
}
