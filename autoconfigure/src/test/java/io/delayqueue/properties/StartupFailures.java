package io.delayqueue.properties;

import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.OrderUtils;
import org.springframework.core.env.Environment;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;

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
                .load(
                        FailureAnalyzer.class,
                        ArgumentResolver.of(BeanFactory.class, new DefaultListableBeanFactory())
                                .and(Environment.class, new StandardEnvironment()),
                        (type, name, unavailable) -> {})
                .stream()
                // Jars can be in any order: analyzers of others come first, unless ours have an order.
                .sorted(Comparator.<FailureAnalyzer>comparingInt(
                                one -> OrderUtils.getOrder(one.getClass(), Ordered.LOWEST_PRECEDENCE))
                        .thenComparing(one -> one.getClass().getName().startsWith("io.delayqueue.")))
                .map(analyzer -> analyze(analyzer, failure))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** As Spring Boot, which ignores an analyzer that fails, such as for want of a class. */
    private static @Nullable FailureAnalysis analyze(FailureAnalyzer analyzer, Throwable failure) {
        try {
            return analyzer.analyze(failure);
        } catch (LinkageError e) {
            return null;
        }
    }
}
