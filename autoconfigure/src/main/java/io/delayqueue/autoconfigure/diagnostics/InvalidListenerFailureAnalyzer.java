package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.listener.InvalidListenerException;
import io.delayqueue.log.Documentation;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains an invalid listener. */
final class InvalidListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidListenerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidListenerException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                cause.concernsAttributes()
                        ? "Change it there, or change the values of its placeholders and expressions. "
                                + attributesOf(cause) + " lists the attributes."
                        : "Change it as described. " + Documentation.link("listeners.html")
                                + " describes which methods and beans can be callbacks.",
                cause);
    }

    private static String attributesOf(InvalidListenerException cause) {
        return String.valueOf(cause.getMessage()).startsWith("@DelayQueueSchedule")
                ? Documentation.link("tasks.html#declare-repeating-tasks-in-code")
                : Documentation.link("configuration.html#annotations");
    }
}
