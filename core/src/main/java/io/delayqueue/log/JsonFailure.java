package io.delayqueue.log;

import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;

/** Describes failures of reading JSON, the place first, without the source. */
public final class JsonFailure {

    private JsonFailure() {}

    /** {@return the field that failed, such as {@code customer.items[2].name}; empty if it is the whole value} */
    public static String field(JacksonException e) {
        StringBuilder field = new StringBuilder();
        for (JacksonException.Reference step : e.getPath()) {
            if (step.getPropertyName() == null) {
                field.append('[').append(step.getIndex()).append(']');
            } else {
                field.append(field.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return field.toString();
    }

    /** {@return the line and the column, such as {@code line 1, column 7}; empty if they are unknown} */
    public static String position(JacksonException e) {
        TokenStreamLocation location = e.getLocation();
        return location == null || location.getLineNr() < 1
                ? ""
                : "line " + location.getLineNr() + ", column " + location.getColumnNr();
    }

    /** {@return the end of a sentence: the field, else the position, then the reason} */
    public static String describe(JacksonException e) {
        String field = field(e);
        String place = field.isEmpty() ? position(e) : field;
        return (place.isEmpty() ? "" : " at " + place) + ": " + e.getOriginalMessage();
    }
}
