package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.InvalidSettingException;
import io.delayqueue.log.Documentation;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.context.ApplicationContextException;

/** Explains limits that do not fit together, such as one that is not declared: only the start of a queue knows all of them. */
final class LimitsFailureAnalyzer extends AbstractFailureAnalyzer<ApplicationContextException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, ApplicationContextException cause) {
        return cause.getCause() instanceof InvalidSettingException invalid
                ? new FailureAnalysis(
                        invalid.getMessage() + ".",
                        "Declare the limit by @DelayQueueLimit or by delayqueue.limits, or change the limits of the listener. "
                                + Documentation.link("limits.html") + " describes limits.",
                        invalid)
                : null;
    }
}
