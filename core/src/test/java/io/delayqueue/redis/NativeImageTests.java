package io.delayqueue.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.ReferencedClassObject;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.delayqueue.DeadReason;
import io.delayqueue.ExponentialBackoff;
import io.delayqueue.TaskError;
import io.delayqueue.TaskInfo;
import io.delayqueue.TaskMessage;
import io.delayqueue.callback.TopicOptions;
import io.delayqueue.store.TaskDetail;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.pool2.impl.BaseObjectPoolConfig;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Holds the metadata of native images: scripts, records that Jackson binds, and the class that the pool of Jedis finds by its name. */
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

    private static final String EVICTION_POLICY = BaseObjectPoolConfig.DEFAULT_EVICTION_POLICY_CLASS_NAME;

    private Stream<JsonNode> types() {
        return metadata.get("reflection").values().stream();
    }

    private static String name(JsonNode type) {
        return type.get("type").asString();
    }

    @Test
    void evictionPolicyOfThePoolShouldBeKept() {
        assertThat(types()).extracting(NativeImageTests::name).contains(EVICTION_POLICY);
        assertThatNoException()
                .isThrownBy(
                        () -> Class.forName(EVICTION_POLICY).getConstructor().newInstance());
    }

    /** Records that are named for other reasons than to read JSON. */
    private static final Set<Class<?>> NAMED_ELSEWHERE = Set.of(TaskDetail.class, TaskInfo.class, TaskMessage.class);

    /** Their records are services: they are named by their loggers. */
    private static final Set<String> SERVICES = Set.of("io.delayqueue.internal.service", "io.delayqueue.internal.run");

    /** Records that are named where JSON is read, and those that they consist of; a failure and the options of a topic are only written. */
    private static Set<Class<?>> bound() {
        Set<Class<?>> bound = new HashSet<>(Set.of(TaskError.class, DeadReason.class));
        addRecords(ExponentialBackoff.class, bound);
        Stream.of(TopicOptions.class.getMethods()).forEach(option -> addRecords(option.getGenericReturnType(), bound));
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("io.delayqueue").stream()
                        .flatMap(type -> type.getReferencedClassObjects().stream())
                        .map(ReferencedClassObject::getValue)
                        .filter(type -> type.getPackageName().startsWith("io.delayqueue"))
                        .map(JavaClass::reflect)
                        .filter(type -> !NAMED_ELSEWHERE.contains(type) && !SERVICES.contains(type.getPackageName()))
                        .forEach(type -> addRecords(type, bound));
        return bound;
    }

    private static void addRecords(Type type, Set<Class<?>> all) {
        if (type instanceof ParameterizedType generic) {
            Stream.of(generic.getActualTypeArguments()).forEach(argument -> addRecords(argument, all));
        } else if (type instanceof Class<?> named
                && named.isRecord()
                && named.getPackageName().startsWith("io.delayqueue")
                && all.add(named)) {
            Stream.of(named.getRecordComponents()).forEach(part -> addRecords(part.getGenericType(), all));
        }
    }

    @Test
    void recordsThatAreBoundToJsonShouldBeKept() {
        List<JsonNode> kept =
                types().filter(type -> !name(type).equals(EVICTION_POLICY)).toList();
        assertThat(kept)
                .extracting(NativeImageTests::name)
                .containsExactlyInAnyOrderElementsOf(
                        bound().stream().map(Class::getName).toList());
        assertThat(kept).allSatisfy(type -> assertThat(
                        Stream.of("allDeclaredConstructors", "allDeclaredFields", "allDeclaredMethods"))
                .allMatch(members -> type.path(members).asBoolean(false)));
    }
}
