package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.AmbiguousMapperException;
import io.delayqueue.log.Documentation;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Explains how to choose the mapper of payloads. */
final class AmbiguousMapperFailureAnalyzer extends AbstractFailureAnalyzer<AmbiguousMapperException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, AmbiguousMapperException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ".",
                "Annotate one of them with @Primary, or with @Qualifier(\"" + cause.queue()
                        + "\"), the name of the queue. Take"
                        + " the one that has written the waiting payloads: another one may read them as null. "
                        + Documentation.link("configuration.html#beans") + " describes the beans of a queue.",
                cause);
    }
}
