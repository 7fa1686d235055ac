package io.delayqueue.autoconfigure.diagnostics;

import io.delayqueue.autoconfigure.diagnostics.BootVersionFilter.UnsupportedBootException;
import io.delayqueue.log.Documentation;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Names the version of Spring Boot that the queue needs. Uses only what Spring Boot 3 has too. */
final class BootVersionFailureAnalyzer extends AbstractFailureAnalyzer<UnsupportedBootException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnsupportedBootException cause) {
        return new FailureAnalysis(
                cause.getMessage() + ".",
                "Upgrade the application to Spring Boot 4, or remove the dependency on delayqueue. "
                        + Documentation.link("compatibility.html") + " lists the versions.",
                cause);
    }
}
