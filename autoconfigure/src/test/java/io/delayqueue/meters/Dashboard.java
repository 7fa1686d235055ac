package io.delayqueue.meters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Dashboard for Grafana. */
record Dashboard(JsonNode json) {

    private static final Path FILE = Path.of("..", "docs", "grafana", "delayqueue-dashboard.json");

    private static final Pattern METRIC = Pattern.compile("\\bdelayqueue_\\w+");

    static Dashboard read() throws IOException {
        return new Dashboard(JsonMapper.shared().readTree(Files.readString(FILE)));
    }

    List<JsonNode> panels() {
        return json.get("panels").valueStream().toList();
    }

    List<JsonNode> variables() {
        return json.at("/templating/list").valueStream().toList();
    }

    List<JsonNode> targets() {
        return panels().stream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .toList();
    }

    /** Expressions of panels and queries of variables. */
    static Set<String> metrics(String query) {
        Set<String> metrics = new TreeSet<>();
        Matcher metric = METRIC.matcher(query);
        while (metric.find()) {
            metrics.add(metric.group());
        }
        return metrics;
    }
}
