/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A row of the table: a model with parameters, and what exploring it must show.
 *
 * @param kind {@code ok}, {@code live}, {@code broken} or {@code long}
 * @param name the name
 * @param model the name of the model
 * @param broken the property that it must break, or an empty text
 * @param parameters the value of each name in capitals
 */
record ModelRow(String kind, String name, String model, String broken, Map<String, String> parameters) {

	/** What each model is given where a row says nothing. Every other name is 0. */
	private static final Map<String, List<String>> DEFAULTS = Map.of("lease",
			List.of("STORE=1", "L=2", "M=1", "MAXTOK=2", "CALLS=2", "SLOW=1"), "clocks", List.of("SLEEP=1", "PERIOD=8"),
			"ticks", List.of("TERMS=3"));

	private static final List<String> SWITCHES = List.of("SKEW", "OBS", "LATEOK", "REUSE", "NONONCE", "CASTOKEN",
			"UNRELEASE", "RELUNCOND", "NBDROP", "FORGETFLOOR", "CRASH", "CRASHFORGETS", "RESTART", "WRITES", "UNFENCED",
			"DELETE", "STUCK", "SLEEP", "ONECLOCK", "EARLIER", "UNCOND", "SKIP", "NOREAD", "NOWAIT", "FREEZE",
			"SETBACK");

	/** How SPIN names a violation of each property, as a pattern. */
	private static final Map<String, String> PROPERTIES = Map.of("one-leader", "assertion violated.*\\.st==.*\\.st==",
			"no-ended-term", "assertion violated.*ended", "tokens-rise", "assertion violated.*rt>maxtok", "fence",
			"assertion violated.*fence", "over-in-time", "assertion violated.*stored", "somebody-leads",
			"acceptance cycle", "tick-order", "assertion violated.*(confirmed|tick>=last)", "never-twice",
			"assertion violated.*starts");

	/**
	 * Parses a line of the table.
	 * @param line the line
	 * @return the row
	 */
	static ModelRow parse(String line) {
		List<String> words = new ArrayList<>(Arrays.asList(line.split(" ")));
		String kind = words.remove(0);
		String name = words.remove(0);
		String model = words.remove(0);
		String broken = kind.equals("broken") ? words.remove(0) : "";
		Map<String, String> parameters = new TreeMap<>();
		SWITCHES.forEach((parameter) -> parameters.put(parameter, "0"));
		List<String> given = new ArrayList<>(DEFAULTS.get(model));
		given.addAll(words);
		for (String parameter : given) {
			parameters.put(parameter.replaceFirst("=.*", ""), parameter.replaceFirst(".*=", ""));
		}
		parameters.putIfAbsent("PERIOD", parameters.getOrDefault("L", "0"));
		return new ModelRow(kind, name, model, broken, parameters);
	}

	/** Returns the parameters, as SPIN takes them. */
	List<String> flags() {
		return this.parameters.entrySet()
			.stream()
			.map((entry) -> "-D" + entry.getKey() + "=" + entry.getValue())
			.toList();
	}

	/** Whether it asks if somebody leads again. */
	boolean isAboutProgress() {
		return "1".equals(this.parameters.get("LIVE"));
	}

	/** Returns how SPIN reports what this row must break, as a pattern. */
	String violation() {
		String pattern = PROPERTIES.get(this.broken);
		if (pattern == null) {
			throw new IllegalStateException("Row " + this.name + " breaks the unknown property '" + this.broken + "'");
		}
		return "(?s).*" + pattern + ".*";
	}

	@Override
	public String toString() {
		return this.kind + " " + this.name;
	}

}
