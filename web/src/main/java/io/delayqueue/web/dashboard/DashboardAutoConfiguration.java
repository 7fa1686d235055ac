package io.delayqueue.web.dashboard;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** Auto-configuration of the dashboard. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(DelayQueueWebProperties.class)
@ImportRuntimeHints(DashboardAutoConfiguration.DashboardHints.class)
public final class DashboardAutoConfiguration {

    /** Before the application's handlers of all paths. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE;

    DashboardAutoConfiguration() {}

    /** Registers the files as resources of native images. */
    static final class DashboardHints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            for (String extension : new String[] {"html", "js", "css", "svg"}) {
                hints.resources().registerPattern("io/delayqueue/web/dashboard/**/*." + extension);
            }
            hints.resources()
                    .registerPattern("META-INF/maven/org.webjars.npm/chart.js/pom.properties")
                    .registerPattern("META-INF/resources/webjars/chart.js/*/dist/chart.umd.js");
        }
    }

    @Bean(defaultCandidate = false)
    SimpleUrlHandlerMapping delayQueueDashboardMapping(DelayQueueWebProperties properties) {
        DashboardHandler handler = new DashboardHandler(properties.path());
        // Not deeper: paths of the API are not the dashboard's.
        Map<String, DashboardHandler> paths = Stream.of(
                        "", "/", "/{file}", "/pages/{file}", "/components/{file}", "/styles/{file}", "/vendor/{file}")
                .collect(Collectors.toMap(pattern -> properties.path() + pattern, pattern -> handler));
        return new SimpleUrlHandlerMapping(paths, ORDER);
    }
}
