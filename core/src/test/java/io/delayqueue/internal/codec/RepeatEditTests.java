package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatEditTests {

    private static final Repeat DAILY = Repeat.cron("0 0 3 * * *", ZoneOffset.UTC);

    private static final String TASK =
            "[5,\"t\",{\"paused\":true, \"repeat\":1},{\"ttr\":9,\"repeat\":{\"rate\":10},\"later\":[1,2.50],\"headers\":{\"next\":\"ä\"}%s}%s]";

    private static final String AFTER =
            TASK.replace("[5,", "[7,").replace("{\"rate\":10}", "{\"cron\":\"0 0 3 * * *\",\"zone\":\"Z\"}");

    private static String changed(String json, @Nullable Long next) {
        return new String(TaskJson.withRepeat(json.getBytes(UTF_8), 7, DAILY, next), UTF_8);
    }

    private static String paused(String json, boolean paused) {
        return new String(TaskJson.withPause(json.getBytes(UTF_8), 5, paused), UTF_8);
    }

    @Test
    void repetitionShouldBeReplacedAndTheRestStay() {
        String end = ",[1,2,0],{\"x\":1}";
        assertThat(changed(TASK.formatted(",\"next\":-5", end), null)).isEqualTo(AFTER.formatted("", end));
        assertThat(changed(TASK.formatted("", end), -60_000L)).isEqualTo(AFTER.formatted(",\"next\":-60000", end));
        assertThat(changed(TASK.formatted(",\"paused\":true", ""), 9L))
                .as("in the order in which scripts read them")
                .isEqualTo(AFTER.formatted(",\"next\":9,\"paused\":true", ""));
    }

    @Test
    void plannedTimeShouldStayWithItsOccurrence() {
        String planned = TASK.formatted(",\"planned\":3", "");
        assertThat(paused(planned, true)).isEqualTo(TASK.formatted(",\"planned\":3,\"paused\":true", ""));
        assertThat(changed(planned, 9L)).as("another due time").isEqualTo(AFTER.formatted(",\"next\":9", ""));
        String same = planned.replace("[5,", "[7,");
        assertThat(changed(same, 9L)).isEqualTo(AFTER.formatted(",\"planned\":3,\"next\":9", ""));
    }

    @Test
    void pauseShouldKeepTheTimeOfTheNextOccurrence() {
        for (String next : List.of("", ",\"next\":-5")) {
            String running = TASK.formatted(next, ",[1,2,0]");
            String paused = TASK.formatted(next + ",\"paused\":true", ",[1,2,0]");
            assertThat(paused(running, true)).isEqualTo(paused);
            assertThat(paused(paused, false)).isEqualTo(running);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[5,\"t\",1]", "[5,\"t\"", "[5,\"t\",1,{\"repeat\":{\"rate\":10}}] 1", "x"})
    void taskThatCannotBeReadShouldBeRefused(String json) {
        assertThatThrownBy(() -> changed(json, null))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("repeat cannot be changed in a task that cannot be read");
    }
}
