package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.store.TaskDetail;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** Holds the way in which tasks are read that no version writes: the error of an attempt, and what people are shown. */
class OddTasksTests {

    private static final String CASES = "/io/delayqueue/internal/codec/odd-tasks.json";

    /**
     * A task that no version writes.
     *
     * @param task its bytes, a character each
     * @param attempt what an attempt reads, or the message of its error
     * @param shown what people are shown
     */
    record Case(String task, String attempt, String shown) {

        @Override
        public String toString() {
            return task;
        }
    }

    static List<Case> cases() throws IOException {
        try (InputStream json = OddTasksTests.class.getResourceAsStream(CASES)) {
            return JsonMapper.shared().readValue(json, new TypeReference<>() {});
        }
    }

    static String attempt(byte[] task) {
        try {
            return TaskTexts.of(TaskJson.read(task));
        } catch (UnreadableTaskException e) {
            return e.getMessage();
        }
    }

    static String shown(byte[] task) {
        return TaskTexts.shown(TaskDetail.readForDisplay(task, true));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void oddTaskShouldBeReadAsEver(Case odd) {
        byte[] task = odd.task().getBytes(ISO_8859_1);
        assertThat(attempt(task)).isEqualTo(odd.attempt());
        assertThat(shown(task)).isEqualTo(odd.shown());
    }

    static Stream<String> large() {
        return Stream.of(
                "[".repeat(100_000) + "]".repeat(100_000),
                "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000),
                "9".repeat(100_000),
                "1." + "9".repeat(100_000) + "e-7",
                "\"" + "ä".repeat(11_000_000) + "\"",
                "{\"" + "n".repeat(100_000) + "\":1}");
    }

    /** Whether it is one of later versions, or an application's. */
    @ParameterizedTest
    @MethodSource("large")
    void valueOfAnySizeShouldBePassedOverOrCutOutAsItStands(String value) throws UnreadableTaskException {
        byte[] payload = ("[1,\"t\"," + value + ",{\"description\":\"d\"}]").getBytes(UTF_8);
        assertThat(TaskJson.read(payload).payload()).asString(UTF_8).isEqualTo(value);
        byte[] option = ("[1,\"t\",null,{\"later\":" + value + ",\"description\":\"d\"}]").getBytes(UTF_8);
        byte[] element = ("[1," + value + ",null,{\"description\":\"d\"}," + value + "]").getBytes(UTF_8);
        for (byte[] task : List.of(payload, option, element)) {
            assertThat(TaskJson.read(task).options().description()).isEqualTo("d");
        }
        for (byte[] task : List.of(payload, option)) {
            assertThat(shown(task)).endsWith("\ndescription=d");
        }
        byte[] callback = ("[1,\"t\",null,{\"callback\":{\"later\":" + value + ",\"class\":\"c\",\"arguments\":[]}}]")
                .getBytes(UTF_8);
        assertThat(TaskJson.read(callback).callback().className()).isEqualTo("c");
    }

    @Test
    void longTextShouldBeRead() throws UnreadableTaskException {
        String text = "ä".repeat(21_000_000);
        byte[] task = ("[1,\"t\",null,{\"description\":\"" + text + "\"}]").getBytes(UTF_8);
        assertThat(TaskJson.read(task).options().description()).isEqualTo(text);
        assertThat(TaskDetail.readForDisplay(task, true).options().description())
                .isEqualTo(text);
    }

    @Test
    void largeNumberShouldBeRefusedWhereATimeIsExpected() {
        byte[] task = ("[" + "9".repeat(100_000) + "]").getBytes(UTF_8);
        assertThatThrownBy(() -> TaskJson.read(task))
                .isInstanceOf(UnreadableTaskException.class)
                .hasMessageStartingWith("The task's JSON cannot be read at line 1, column 100002: Numeric value (");
    }
}
