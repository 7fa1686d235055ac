package io.delayqueue.web.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Forbidden code in the scripts of the dashboard, against injection by data of tasks. */
class DashboardSourceTests {

    private static final String SCRIPTS = "io.delayqueue.web.dashboard.DashboardSources#scripts";

    @ParameterizedTest
    @MethodSource(SCRIPTS)
    void textShouldNeverBecomeMarkupOrCode(String name) {
        assertThat(DashboardSources.text(name))
                .doesNotContainPattern(
                        "(?i)innerHTML|outerHTML|insertAdjacent|document\\.write|createContextualFragment"
                                + "|DOMParser|setHTML|srcdoc|\\beval\\b|new Function|javascript:|data:text|window\\.open"
                                + "|set(?:Timeout|Interval)\\('");
    }

    @ParameterizedTest
    @MethodSource(SCRIPTS)
    void addressesShouldComeFromTheirOnePlace(String name) {
        String text = DashboardSources.text(name);

        assertThat(text).doesNotContainPattern("https?://(?!www\\.w3\\.org/2000/svg)");
        assertThat(text)
                .as("addresses of anchors go through dom.js or router.js")
                .doesNotContain(".href =");
        if (!name.equals("api.js") && !name.equals("live.js")) {
            assertThat(text).doesNotContainPattern("\\bfetch\\(|XMLHttpRequest|EventSource\\(|sendBeacon|WebSocket");
        }
        if (!name.equals("api.js")) {
            assertThat(text)
                    .as("values in paths are encoded by path`...`")
                    .doesNotContainPattern("(?<!path)`groups/|'groups/' \\+");
        }
    }

    @Test
    void pageShouldHaveNoScriptOrStyleInIt() {
        String page = DashboardSources.text(DashboardFiles.INDEX);

        assertThat(page).doesNotContainPattern("<style|style=|\\son\\w+=|<script(?![^>]*\\ssrc=)|https?://|=\"/");
    }

    @Test
    void stylesShouldLoadNothing() {
        List<String> styles = DashboardSources.names().stream()
                .filter(name -> name.endsWith(".css"))
                .map(DashboardSources::text)
                .toList();

        assertThat(styles).isNotEmpty().allSatisfy(text -> assertThat(text).doesNotContainPattern("url\\(|@import"));
    }
}
