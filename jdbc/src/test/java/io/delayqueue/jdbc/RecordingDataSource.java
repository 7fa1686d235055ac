package io.delayqueue.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Notes the statements that are executed on its connections, and can let them fail. */
final class RecordingDataSource extends DelegatingDataSource {

    final List<Executed> executed = new CopyOnWriteArrayList<>();

    volatile Before before = sql -> {};

    interface Before {

        void executed(String sql) throws SQLException;
    }

    /** A statement at the time of its execution. */
    record Executed(String thread, String sql, int isolation, boolean autoCommit, int timeoutSeconds) {}

    RecordingDataSource(DataSource real) {
        super(real);
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection connection = super.getConnection();
        return proxy(Connection.class, (method, arguments) -> {
            Object result = invoke(connection, method, arguments);
            return switch (method.getName()) {
                case "createStatement" -> recording(Statement.class, (Statement) result, "");
                case "prepareStatement" ->
                    recording(PreparedStatement.class, (PreparedStatement) result, (String) arguments[0]);
                default -> result;
            };
        });
    }

    private <T extends Statement> T recording(Class<T> type, T statement, String prepared) {
        return proxy(type, (method, arguments) -> {
            if (method.getName().startsWith("execute")) {
                Connection connection = statement.getConnection();
                String sql = arguments == null ? prepared : String.valueOf(arguments[0]);
                before.executed(sql);
                executed.add(new Executed(
                        Thread.currentThread().getName(),
                        sql,
                        connection.getTransactionIsolation(),
                        connection.getAutoCommit(),
                        statement.getQueryTimeout()));
            }
            return invoke(statement, method, arguments);
        });
    }

    private interface Call {

        Object of(Method method, Object[] arguments) throws Throwable;
    }

    private static <T> T proxy(Class<T> type, Call call) {
        return type.cast(Proxy.newProxyInstance(
                RecordingDataSource.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> call.of(method, arguments)));
    }

    private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
