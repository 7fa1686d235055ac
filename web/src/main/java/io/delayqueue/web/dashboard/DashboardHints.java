package io.delayqueue.web.dashboard;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** Registers the files as resources of native images. */
final class DashboardHints implements RuntimeHintsRegistrar {

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
