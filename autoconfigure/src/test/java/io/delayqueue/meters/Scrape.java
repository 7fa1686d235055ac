package io.delayqueue.meters;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Response to a scrape of Prometheus. */
record Scrape(List<Sample> samples) {

    private static final Pattern LINE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");

    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"([^\"]*)\"");

    record Sample(String name, Map<String, String> labels, double value) {

        private static Sample of(String line) {
            Matcher sample = LINE.matcher(line);
            if (!sample.matches()) {
                throw new IllegalArgumentException(line);
            }
            Map<String, String> labels = new TreeMap<>();
            Matcher label = LABEL.matcher(sample.group(2) == null ? "" : sample.group(2));
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
            return new Sample(sample.group(1), labels, Double.parseDouble(sample.group(3)));
        }
    }

    static Scrape of(String text) {
        return new Scrape(text.lines()
                .filter(line -> !line.startsWith("#"))
                .map(Sample::of)
                .toList());
    }

    /** Samples of the queue. */
    Set<String> names() {
        return samples.stream()
                .map(Sample::name)
                .filter(name -> name.startsWith("delayqueue_"))
                .collect(Collectors.toSet());
    }

    List<Sample> named(String name, String... labels) {
        return samples.stream()
                .filter(sample -> sample.name().equals(name))
                .filter(sample ->
                        sample.labels().entrySet().containsAll(entries(labels).entrySet()))
                .toList();
    }

    /** Sum of the samples with this name and at least these labels; NaN if there is none. */
    double value(String name, String... labels) {
        List<Sample> found = named(name, labels);
        return found.isEmpty()
                ? Double.NaN
                : found.stream().mapToDouble(Sample::value).sum();
    }

    private static Map<String, String> entries(String... labels) {
        Map<String, String> entries = new TreeMap<>();
        for (int i = 0; i < labels.length; i += 2) {
            entries.put(labels[i], labels[i + 1]);
        }
        return entries;
    }
}
