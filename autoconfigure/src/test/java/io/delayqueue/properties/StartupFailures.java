package io.delayqueue.properties;

import java.util.Objects;
import java.util.Optional;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** Messages of an application that does not start. */
public final class StartupFailures {

    private StartupFailures() {}

    /** Innermost message. */
    public static String reason(Throwable failure) {
        return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
    }

    /** Report of Spring Boot instead of a stack, if there is one. */
    public static String description(Throwable failure) {
        return analysis(failure).map(FailureAnalysis::getDescription).orElse("");
    }

    /** The way out in the report. */
    public static String action(Throwable failure) {
        return analysis(failure).map(FailureAnalysis::getAction).orElse("");
    }

    private static Optional<FailureAnalysis> analysis(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                // Analyzers with constructor arguments do not analyze failures of properties.
                .load(FailureAnalyzer.class, (type, name, unavailable) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst();
    }
}
