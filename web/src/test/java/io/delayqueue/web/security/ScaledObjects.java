package io.delayqueue.web.security;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** ScaledObjects of docs/http-api.md, as the metrics-api scaler of KEDA reads them. */
final class ScaledObjects {

    private static final Pattern YAML = Pattern.compile("```yaml\\n(apiVersion: keda.sh/v1alpha1\\n[^`]*)```");

    private ScaledObjects() {}

    /** Metadata of a trigger. */
    record Trigger(String type, Map<String, String> metadata) {

        /** Path and query of the URL. */
        String call() {
            URI url = URI.create(metadata.get("url"));
            return url.getRawPath() + "?" + url.getRawQuery();
        }
    }

    static List<Trigger> triggers() throws IOException {
        return YAML.matcher(Files.readString(Path.of("..", "docs", "http-api.md")))
                .results()
                .flatMap(found -> triggers(found.group(1)))
                .toList();
    }

    @SuppressWarnings("unchecked")
    private static Stream<Trigger> triggers(String yaml) {
        Map<String, Map<String, Object>> scaled = new Yaml().load(yaml);
        List<Map<String, Object>> triggers =
                (List<Map<String, Object>>) scaled.get("spec").get("triggers");
        return triggers.stream()
                .map(trigger ->
                        new Trigger((String) trigger.get("type"), (Map<String, String>) trigger.get("metadata")));
    }
}
