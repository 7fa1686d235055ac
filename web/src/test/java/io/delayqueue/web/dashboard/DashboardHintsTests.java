package io.delayqueue.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;

class DashboardHintsTests {

    private final RuntimeHints hints = new RuntimeHints();

    DashboardHintsTests() {
        new DashboardAutoConfiguration.DashboardHints()
                .registerHints(hints, getClass().getClassLoader());
    }

    @Test
    void everyFileShouldBeKept() {
        assertThat(DashboardSources.names())
                .isNotEmpty()
                .allSatisfy(name -> assertKept("io/delayqueue/web/dashboard/" + name));
    }

    @Test
    void chartsShouldBeKept() {
        assertKept("META-INF/maven/org.webjars.npm/chart.js/pom.properties");
        assertKept("META-INF/resources/webjars/chart.js/1.2.3/dist/chart.umd.js");
    }

    private void assertKept(String resource) {
        assertThat(RuntimeHintsPredicates.resource().forResource(resource)).accepts(hints);
    }
}
