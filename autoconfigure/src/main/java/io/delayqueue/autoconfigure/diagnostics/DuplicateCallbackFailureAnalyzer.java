package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.callback.DuplicateCallbackException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names both callbacks of a topic that has two. */
final class DuplicateCallbackFailureAnalyzer extends AbstractFailureAnalyzer<DuplicateCallbackException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DuplicateCallbackException cause) {
        return new FailureAnalysis(
                "The topic " + cause.topic() + " has two callbacks:\n\n  - " + cause.firstSource() + "\n  - "
                        + cause.secondSource(),
                "Remove one of them, or give it a topic of its own and add a task to each topic. If it is one class twice,"
                        + " it is defined as a bean twice, such as by component scanning and by a @Bean method: define it once.",
                cause);
    }
}
