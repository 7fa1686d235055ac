package io.delayqueue.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.delayqueue.testing.OtherJvm;
import io.delayqueue.testing.RedisServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;
import org.springframework.context.aot.AbstractAotProcessor.Settings;

/** Runs an application that was processed ahead of time, as by {@code spring-boot:process-aot}, on a JVM. */
class AotApplicationIT {

    private static final String ALLOWED = "--delayqueue.allowed-callbacks=" + AotShop.Carried.class.getName();

    private static final String ALLOWED_OF_MAIL = ALLOWED.replaceFirst("delayqueue", "delayqueue.queues.mail");

    @TempDir
    private Path folder;

    private final RedisServer redis = RedisServer.shared();

    private final String group = "g" + UUID.randomUUID();

    @Test
    void applicationShouldReceiveTasksOfEachKind() throws Exception {
        process();
        compile();
        assertThat(run())
                .contains("Starting AOT-processed AotShop")
                .contains("Prepared ahead of time: true, all: true, received: [bean 3, carried mailed tea,"
                        + " carried with tea, lambda 42, listener 1 tea, mail tea]");
    }

    /** Processes the application like the plugin's goal, without Redis, because no beans are created. */
    private void process() {
        Settings settings = Settings.builder()
                .sourceOutput(folder.resolve("sources"))
                .resourceOutput(folder.resolve("resources"))
                .classOutput(folder.resolve("classes"))
                .groupId("io.delayqueue")
                .artifactId("aot-shop")
                .build();
        String[] arguments = {ALLOWED, ALLOWED_OF_MAIL, "--spring.data.redis.port=1"};
        new SpringApplicationAotProcessor(AotShop.class, settings, arguments).process();
    }

    private void compile() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("sources"))) {
            List<String> sources = files.map(Path::toString)
                    .filter(file -> file.endsWith(".java"))
                    .toList();
            List<String> options = List.of(
                    "-proc:none",
                    "-nowarn",
                    "-d",
                    folder.resolve("classes").toString(),
                    "-classpath",
                    classPath("classes"));
            String[] all = Stream.concat(options.stream(), sources.stream()).toArray(String[]::new);
            assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, all))
                    .isZero();
        }
    }

    private String run() throws IOException, InterruptedException {
        Path output = folder.resolve("output.log");
        List<String> command = OtherJvm.command(
                classPath("classes", "resources"), List.of("-Dspring.aot.enabled=true"), AotShop.class);
        command.addAll(List.of(
                ALLOWED,
                ALLOWED_OF_MAIL,
                "--spring.data.redis.host=" + redis.host(),
                "--spring.data.redis.port=" + redis.port(),
                "--delayqueue.queues.mail.redis.host=" + redis.host(),
                "--delayqueue.queues.mail.redis.port=" + redis.port(),
                "--delayqueue.queues.mail.redis.database=1",
                "--delayqueue.queues.mail.groups." + group + "=carried",
                "--shop.group=" + group,
                "--delayqueue.groups." + group + "=carried",
                "--server.port=0",
                "--logging.level.root=info"));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly();
        }
        return Files.readString(output);
    }

    private String classPath(String... folders) {
        Stream<String> made =
                Stream.of(folders).map(name -> folder.resolve(name).toString());
        return Stream.concat(made, Stream.of(System.getProperty("java.class.path")))
                .collect(Collectors.joining(File.pathSeparator));
    }
}
