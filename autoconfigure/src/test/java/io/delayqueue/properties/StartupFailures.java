package io.delayqueue.properties;

import java.util.Objects;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What an operator sees of an application that does not start. */
public final class StartupFailures {

    private StartupFailures() {}

    /** The innermost message. */
    public static String reason(Throwable failure) {
        return String.valueOf(NestedExceptionUtils.getMostSpecificCause(failure).getMessage());
    }

    /** What Spring Boot prints instead of a stack, if it has something to say. */
    public static String description(Throwable failure) {
        return SpringFactoriesLoader.forDefaultResourceLocation()
                // Those that want beans have nothing to say of properties.
                .load(FailureAnalyzer.class, (type, name, unavailable) -> {})
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .map(FailureAnalysis::getDescription)
                .orElse("");
    }
}
