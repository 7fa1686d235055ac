package io.delayqueue.internal.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.delayqueue.InvalidTaskException;
import io.delayqueue.callback.UnreadableTaskException;
import io.delayqueue.history.TaskRecord.Progress;
import io.delayqueue.internal.codec.RunningTask;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Progress that callbacks report. */
class ProgressTests {

    private final AtomicLong nanoTime = new AtomicLong(100);

    private final TaskExecution execution = TestExecutions.reserved(1, nanoTime::get);

    private final AttemptContext context =
            new AttemptContext(execution, execution.read(), 1, TestExecutions.NO_RECORDS);

    ProgressTests() throws UnreadableTaskException {}

    private String kept(String text) {
        context.progress(1, 2, text);
        return execution.progress().text();
    }

    @Test
    void lastReportShouldBeKeptWithItsTime() {
        assertThat(execution.progress()).isNull();
        assertThat(execution.reported()).isNull();

        context.progress(0, 0, null);
        assertThat(execution.progress()).isEqualTo(new Progress(0, 0, null));

        nanoTime.set(200);
        context.progress(3, 10, "three");
        assertThat(execution.progress()).isEqualTo(new Progress(3, 10, "three"));
        assertThat(execution.reported())
                .isEqualTo(
                        new TaskExecution.Reported(new RunningTask("t", "id", 1, new Progress(3, 10, "three")), 200));
    }

    @Test
    void negativeNumberShouldBeRefusedAndChangeNothing() {
        context.progress(1, 2, "before");

        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> context.progress(-1, 2, "after"))
                .extracting(InvalidTaskException::field)
                .isEqualTo("done");
        assertThatExceptionOfType(InvalidTaskException.class)
                .isThrownBy(() -> context.progress(1, -2, "after"))
                .extracting(InvalidTaskException::field)
                .isEqualTo("total");
        assertThat(execution.progress()).isEqualTo(new Progress(1, 2, "before"));
    }

    @Test
    void textShouldBeCutBetweenCharacters() {
        assertThat(kept("x".repeat(80))).isEqualTo("x".repeat(80));
        assertThat(kept("x".repeat(81))).isEqualTo("x".repeat(80));
        assertThat(kept("x" + "😀".repeat(80))).isEqualTo("x" + "😀".repeat(79));
        assertThat(kept("")).isEmpty();
    }
}
