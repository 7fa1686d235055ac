package io.delayqueue.benchmarks.contender.limit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.Task;
import io.delayqueue.benchmarks.contender.Item;
import io.delayqueue.benchmarks.contender.Items;
import io.delayqueue.callback.AllowedCallbacks;
import io.delayqueue.internal.codec.TaskWriter;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class CommandsTests {

    private final Item item = Items.due("cancel-unpaid", 1_767_225_600_000L);

    private String writtenByTheEngine() {
        Task task = Task.of("limit", item.topic())
                .payload(item.payload())
                .id(item.id())
                .at(Instant.ofEpochMilli(item.dueAt()))
                .build();
        TaskWriter writer = new TaskWriter(JsonMapper.shared(), AllowedCallbacks.NONE, 1 << 20, topic -> null);
        return new String(writer.write(task).detail(), UTF_8);
    }

    @Test
    void addShouldHaveTheDetailThatTheEngineWrites() {
        String detail = writtenByTheEngine();
        assertThat(new String(Commands.add(List.of(item)), UTF_8))
                .startsWith("*14\r\n$7\r\nEVALSHA\r\n$40\r\n")
                .contains("\r\n$1\r\n3\r\n$14\r\n{limit}:DETAIL\r\n$14\r\n{limit}:TOPICS\r\n"
                        + "$29\r\n{limit}:WAITING:cancel-unpaid\r\n")
                .endsWith("\r\n$13\r\ncancel-unpaid\r\n$13\r\n" + item.id()
                        + "\r\n$13\r\n1767225600000\r\n$3\r\n=0K\r\n$" + detail.length() + "\r\n" + detail + "\r\n");
    }

    @Test
    void payloadShouldBeCutOutOfWhatTheStoreHas() {
        String stored = "[1767225600000," + writtenByTheEngine();
        assertThat(Commands.payload(stored.getBytes(UTF_8), item.topic())).isEqualTo(item.payload());
    }
}
