package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.io.IOException;
import java.io.InputStream;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.pool2.impl.BaseObjectPoolConfig;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a native image has to keep of core: scripts, and the one class that the pool of Jedis finds by its name. */
class NativeImageTests {

    private final JsonNode metadata;

    NativeImageTests() throws IOException {
        String file = "/META-INF/native-image/io.delayqueue/delayqueue-core/reachability-metadata.json";
        try (InputStream json = Script.class.getResourceAsStream(file)) {
            metadata = JsonMapper.shared().readTree(json);
        }
    }

    @Test
    void everyScriptShouldBeKept() throws IOException, URISyntaxException {
        List<PathMatcher> globs = metadata.get("resources").values().stream()
                .map(resource -> FileSystems.getDefault()
                        .getPathMatcher("glob:" + resource.get("glob").asString()))
                .toList();
        Path folder = Path.of(Script.class.getResource("add.lua").toURI()).getParent();
        Path root = folder.getParent().getParent().getParent();
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> scripts = files.filter(file -> file.toString().endsWith(".lua"))
                    .map(root::relativize)
                    .toList();
            assertThat(scripts).hasSizeGreaterThan(Script.values().length).allMatch(script -> globs.stream()
                    .anyMatch(glob -> glob.matches(script)));
            assertThat(globs).allMatch(glob -> scripts.stream().anyMatch(glob::matches));
        }
    }

    @Test
    void evictionPolicyOfThePoolShouldBeKept() {
        List<JsonNode> types = List.copyOf(metadata.get("reflection").values());
        assertThat(types)
                .extracting(type -> type.get("type").asString())
                .containsExactly(BaseObjectPoolConfig.DEFAULT_EVICTION_POLICY_CLASS_NAME);
        assertThatNoException()
                .isThrownBy(() -> Class.forName(types.get(0).get("type").asString())
                        .getConstructor()
                        .newInstance());
    }
}
