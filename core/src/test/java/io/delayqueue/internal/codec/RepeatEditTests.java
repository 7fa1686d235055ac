package io.delayqueue.internal.codec;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.Repeat;
import java.time.Duration;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepeatEditTests {

    private static final Repeat DAILY = Repeat.cron("0 0 3 * * *", ZoneOffset.UTC);

    private static final String TASK =
            "[5,\"t\",{\"paused\":true, \"repeat\":1},{\"ttr\":9,\"repeat\":{\"rate\":10},\"later\":[1, 2],\"headers\":{\"next\":\"ä\"}%s}%s]";

    private static String edited(String json, boolean paused, @Nullable Long next) {
        return new String(RepeatEdit.apply(json.getBytes(UTF_8), 7, DAILY, paused, next), UTF_8);
    }

    @Test
    void repetitionShouldBeReplacedAndTheRestStay() {
        String daily = "{\"cron\":\"0 0 3 * * *\",\"zone\":\"Z\"}";
        String after = TASK.replace("[5,", "[7,").replace("{\"rate\":10}", daily);
        String before = TASK.formatted(",\"next\":-5", ",[1,2,0],{\"x\":1}");
        assertThat(edited(before, false, null)).isEqualTo(after.formatted("", ",[1,2,0],{\"x\":1}"));
        assertThat(edited(before, true, null)).isEqualTo(after.formatted(",\"paused\":true", ",[1,2,0],{\"x\":1}"));
        assertThat(edited(TASK.formatted(",\"paused\":true", ""), false, -60_000L))
                .isEqualTo(after.formatted(",\"next\":-60000", ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "[5,\"t\",1]", "[5,\"t\"", "[5,\"t\",1,{\"repeat\":{\"rate\":10}}] 1", "x"})
    void taskThatCannotBeReadShouldBeRefused(String json) {
        assertThatThrownBy(() ->
                        RepeatEdit.apply(json.getBytes(UTF_8), 7, Repeat.fixedRate(Duration.ofHours(1)), false, null))
                .isInstanceOf(InvalidTaskException.class)
                .hasMessage("repeat cannot be changed in a task that cannot be read");
    }
}
