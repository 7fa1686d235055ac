package io.delayqueue.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.meters.Dashboard.Place;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Checks that Grafana can import the dashboard, as far as this is possible without it. */
class DashboardTests {

    private static final Pattern VARIABLE = Pattern.compile("\\$(?:\\{)?(\\w+)");

    private final Dashboard dashboard = Dashboard.read();

    DashboardTests() throws IOException {}

    @Test
    void formatShouldBeThatOfGrafanaTen() {
        assertThat(dashboard.json().get("schemaVersion").asInt()).isBetween(37, 41);
        assertThat(dashboard.json().get("id").isNull()).isTrue();
        assertThat(dashboard.json().get("uid").asString()).matches("[a-zA-Z0-9_-]{1,40}");
        assertThat(dashboard.json().get("title").asString()).isEqualTo("delayqueue");
    }

    @Test
    void importShouldAskForTheDataSource() {
        JsonNode input = dashboard.json().at("/__inputs/0");
        assertThat(input.get("name").asString()).isEqualTo("DS_PROMETHEUS");
        assertThat(input.get("type").asString()).isEqualTo("datasource");
        assertThat(input.get("pluginId").asString()).isEqualTo("prometheus");
        assertThat(dashboard.datasources()).isNotEmpty().allSatisfy(source -> {
            assertThat(source.get("type").asString()).isEqualTo("prometheus");
            assertThat(source.get("uid").asString()).isEqualTo("${DS_PROMETHEUS}");
        });
    }

    @Test
    void whatItUsesShouldBeRequired() {
        Set<String> required = dashboard
                .json()
                .get("__requires")
                .valueStream()
                .map(one -> one.get("id").asString())
                .collect(Collectors.toSet());
        assertThat(dashboard.panels())
                .filteredOn(panel -> !Dashboard.isRow(panel))
                .extracting(panel -> panel.get("type").asString())
                .allMatch(required::contains);
        assertThat(required).contains("grafana", "prometheus");
    }

    @Test
    void idsShouldBeUnique() {
        assertThat(dashboard.panels())
                .extracting(panel -> panel.get("id").asInt())
                .doesNotHaveDuplicates()
                .allMatch(id -> id > 0);
        assertThat(dashboard.panels()).allSatisfy(panel -> assertThat(
                        panel.path("targets").valueStream().map(target -> target.get("refId")
                                .asString()))
                .doesNotHaveDuplicates());
    }

    @Test
    void panelsShouldLieInTheGridAndApart() {
        List<Place> places = dashboard.panels().stream().map(Dashboard::place).toList();
        assertThat(places)
                .allMatch(place -> place.x() >= 0 && place.w() > 0 && place.x() + place.w() <= 24 && place.h() > 0);
        for (int i = 0; i < places.size(); i++) {
            Place place = places.get(i);
            assertThat(places.subList(i + 1, places.size())).noneMatch(place::meets);
        }
    }

    @Test
    void everyPanelShouldSayWhatItShows() {
        assertThat(dashboard.panels())
                .filteredOn(panel -> !Dashboard.isRow(panel))
                .hasSizeGreaterThan(10)
                .allSatisfy(panel -> {
                    assertThat(panel.get("title").asString()).isNotBlank();
                    assertThat(panel.get("description").asString()).isNotBlank();
                    assertThat(panel.get("targets").isEmpty()).isFalse();
                    assertThat(panel.at("/fieldConfig/defaults/unit").asString())
                            .isNotBlank();
                });
    }

    @Test
    void variablesShouldBeThereAndBeUsed() {
        Set<String> known = dashboard.variables().stream()
                .map(variable -> variable.get("name").asString())
                .collect(Collectors.toSet());
        assertThat(known).containsExactlyInAnyOrder("queue", "group", "topic");
        assertThat(dashboard.targets())
                .extracting(target -> target.get("expr").asString())
                .allSatisfy(expression -> {
                    assertThat(expression).contains("queue=~\"$queue\"");
                    Matcher variable = VARIABLE.matcher(expression);
                    while (variable.find()) {
                        assertThat(variable.group(1)).isIn("queue", "group", "topic", "__rate_interval");
                    }
                });
    }

    @Test
    void expressionsShouldBeBalanced() {
        assertThat(dashboard.targets())
                .extracting(target -> target.get("expr").asString())
                .allSatisfy(expression -> {
                    for (String pair : List.of("()", "{}", "[]")) {
                        assertThat(count(expression, pair.charAt(0))).isEqualTo(count(expression, pair.charAt(1)));
                    }
                    assertThat(count(expression, '"') % 2).isZero();
                });
    }

    private static long count(String text, char sign) {
        return text.chars().filter(each -> each == sign).count();
    }
}
