package io.delayqueue.meters;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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

    record Place(int x, int y, int w, int h) {

        boolean meets(Place other) {
            return x < other.x + other.w && other.x < x + w && y < other.y + other.h && other.y < y + h;
        }
    }

    static Dashboard read() throws IOException {
        return new Dashboard(JsonMapper.shared().readTree(Files.readString(FILE)));
    }

    List<JsonNode> panels() {
        return json.get("panels").valueStream().toList();
    }

    static Place place(JsonNode panel) {
        JsonNode at = panel.get("gridPos");
        return new Place(
                at.get("x").asInt(),
                at.get("y").asInt(),
                at.get("w").asInt(),
                at.get("h").asInt());
    }

    List<JsonNode> variables() {
        return json.at("/templating/list").valueStream().toList();
    }

    List<JsonNode> targets() {
        return panels().stream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .toList();
    }

    /** References to data sources. */
    List<JsonNode> datasources() {
        List<JsonNode> all = new ArrayList<>(variables());
        all.addAll(targets());
        panels().stream().filter(panel -> !isRow(panel)).forEach(all::add);
        return all.stream().map(node -> node.get("datasource")).toList();
    }

    static boolean isRow(JsonNode panel) {
        return panel.get("type").asString().equals("row");
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
