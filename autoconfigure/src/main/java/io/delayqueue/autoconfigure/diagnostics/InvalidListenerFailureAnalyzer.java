package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.listener.InvalidListenerException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what is wrong with a listener. */
final class InvalidListenerFailureAnalyzer extends AbstractFailureAnalyzer<InvalidListenerException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidListenerException cause) {
        return new FailureAnalysis(
                String.valueOf(cause.getMessage()),
                "Change it there, or what its placeholders and expressions stand for. \"Annotations\" in"
                        + " docs/configuration.md says what @DelayQueueListener and @DelayQueueTopic take.",
                cause);
    }
}
