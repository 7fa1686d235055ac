package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.InvalidScheduleException;
import io.delayqueue.log.Documentation;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains an invalid declaration of a repeating task. */
final class InvalidScheduleFailureAnalyzer extends AbstractFailureAnalyzer<InvalidScheduleException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidScheduleException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change the bean. " + Documentation.link("tasks.html#declare-repeating-tasks-in-code")
                        + " describes schedules.",
                cause);
    }
}
