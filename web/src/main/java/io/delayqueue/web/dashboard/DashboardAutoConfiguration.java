package io.delayqueue.web.dashboard;

import io.delayqueue.web.DelayQueueWebAutoConfiguration;
import io.delayqueue.web.DelayQueueWebProperties;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.Ordered;
import org.springframework.web.servlet.handler.SimpleUrlHandlerMapping;

/** Auto-configuration of the dashboard. */
@AutoConfiguration(after = DelayQueueWebAutoConfiguration.class)
@ConditionalOnBean(DelayQueueWebProperties.class)
@ImportRuntimeHints(DashboardHints.class)
public final class DashboardAutoConfiguration {

    /** Before the application's handlers of all paths. */
    private static final int ORDER = Ordered.HIGHEST_PRECEDENCE;

    DashboardAutoConfiguration() {}

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
