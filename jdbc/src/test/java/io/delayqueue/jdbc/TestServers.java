package io.delayqueue.jdbc;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** The database servers of this JVM, which end with it. A test is skipped with a sentence where a server cannot be had. */
final class TestServers {

    private TestServers() {}

    static TestDatabase h2() {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=2000";
        return new TestDatabase(
                url, "sa", Dialect.H2, () -> new JdbcTemplate(new DriverManagerDataSource(url, "sa", ""))
                        .execute("shutdown"));
    }

    static TestDatabase postgresql() {
        Assumptions.assumeTrue(
                Postgres.SERVER != null,
                "Skipped, because PostgreSQL does not start here, which as root needs user namespaces: "
                        + Postgres.failure);
        return create(
                Dialect.POSTGRESQL, "postgres", name -> Postgres.SERVER.getJdbcUrl("postgres", name), " with (force)");
    }

    static TestDatabase mariadb() {
        Assumptions.assumeTrue(
                MariaDb.PROGRAM.isPresent(), "Skipped, because there is no program mariadbd: install mariadb-server");
        return create(Dialect.MARIADB, "root", MariaDb.Server.RUNNING::url, "");
    }

    private interface Urls {

        String of(String database);
    }

    private static TestDatabase create(Dialect dialect, String user, Urls urls, String force) {
        String name = "t" + UUID.randomUUID().toString().replace("-", "");
        String admin = urls.of(dialect == Dialect.POSTGRESQL ? "postgres" : "mysql");
        JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(admin, user, ""));
        jdbc.execute("create database " + name);
        return new TestDatabase(urls.of(name), user, dialect, () -> jdbc.execute("drop database " + name + force));
    }

    /** PostgreSQL of a Maven artifact, which as root runs as another user. */
    private static final class Postgres {

        static @Nullable String failure;

        static final @Nullable EmbeddedPostgres SERVER = start();

        private static @Nullable EmbeddedPostgres start() {
            try {
                // Otherwise the artifact switches this off, and a kill loses commits.
                return EmbeddedPostgres.builder()
                        .setServerConfig("synchronous_commit", "on")
                        .start();
            } catch (IOException | RuntimeException e) {
                failure = e.toString();
                return null;
            }
        }
    }

    /** MariaDB of the system. */
    private static final class MariaDb {

        private static final List<String> FOLDERS =
                List.of("/usr/sbin", "/usr/bin", "/usr/local/bin", "/usr/local/sbin");

        /** The process by which .ci/run installs the program while the build already runs. */
        private static final String INSTALLER = "PACKAGE_INSTALLER";

        static final Optional<Path> PROGRAM = installed("mariadbd");

        private static Optional<Path> installed(String program) {
            Optional.ofNullable(System.getenv(INSTALLER))
                    .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
                    .ifPresent(installer -> installer.onExit().join());
            return find(program);
        }

        private static Optional<Path> find(String program) {
            return Stream.concat(
                            FOLDERS.stream(), Stream.of(System.getenv("PATH").split(File.pathSeparator)))
                    .map(folder -> Path.of(folder, program))
                    .filter(Files::isExecutable)
                    .findFirst();
        }

        /** A server in a folder of its own. */
        private record Server(int port) {

            static final Server RUNNING = start();

            String url(String database) {
                return "jdbc:mariadb://127.0.0.1:" + port + "/" + database;
            }

            private static Server start() {
                try {
                    Path folder = Files.createTempDirectory("delayqueue-mariadb-");
                    Path data = folder.resolve("data");
                    run(
                            find("mariadb-install-db").orElseThrow().toString(),
                            "--no-defaults",
                            "--user=root",
                            "--auth-root-authentication-method=normal",
                            "--datadir=" + data);
                    Server server = new Server(freePort());
                    Process process = new ProcessBuilder(
                                    PROGRAM.orElseThrow().toString(),
                                    "--no-defaults",
                                    "--user=root",
                                    "--bind-address=127.0.0.1",
                                    "--port=" + server.port,
                                    "--datadir=" + data,
                                    "--socket=" + folder.resolve("socket"),
                                    "--pid-file=" + folder.resolve("pid"))
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve("log").toFile())
                            .start();
                    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
                    JdbcTemplate jdbc = new JdbcTemplate(new DriverManagerDataSource(server.url("mysql"), "root", ""));
                    // Another thread would wait for this class to be initialized.
                    Awaitility.await()
                            .pollInSameThread()
                            .atMost(Duration.ofMinutes(1))
                            .ignoreExceptions()
                            .until(() -> jdbc.queryForObject("select 1", Integer.class) != null);
                    return server;
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException(e);
                }
            }

            private static int freePort() throws IOException {
                try (ServerSocket socket = new ServerSocket(0)) {
                    return socket.getLocalPort();
                }
            }

            private static void run(String... command) throws IOException, InterruptedException {
                Process process = new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                if (process.waitFor() != 0) {
                    throw new IOException(command[0] + " ended with exit code " + process.exitValue());
                }
            }
        }
    }
}
