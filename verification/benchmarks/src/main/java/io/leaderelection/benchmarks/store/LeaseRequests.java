/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.benchmarks.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.springframework.boot.json.JsonParser;
import org.springframework.boot.json.JsonParserFactory;

/**
 * Requests to Lease objects, by the audit log of an API server.
 */
final class LeaseRequests {

	private LeaseRequests() {
	}

	/**
	 * Counts the requests so far that were answered.
	 * @param auditLog the log, a JSON object a line
	 * @return the number of each verb
	 * @throws IOException if the log cannot be read
	 */
	static Map<String, Integer> count(Path auditLog) throws IOException {
		JsonParser parser = JsonParserFactory.getJsonParser();
		Map<String, Integer> counts = new TreeMap<>();
		try (Stream<String> lines = Files.lines(auditLog)) {
			// The last line may not be complete
			lines.filter((line) -> line.contains("\"resource\":\"leases\"") && line.endsWith("}"))
				.map(parser::parseMap)
				.filter((event) -> "ResponseComplete".equals(event.get("stage")))
				.forEach((event) -> counts.merge(String.valueOf(event.get("verb")), 1, Integer::sum));
		}
		return counts;
	}

	/**
	 * Describes the requests of a window.
	 * @param before the counts at its begin
	 * @param after the counts at its end
	 * @param window its length
	 * @return the number a second: of all requests, and of each verb
	 */
	static Map<String, Double> rates(Map<String, Integer> before, Map<String, Integer> after, Duration window) {
		Map<String, Double> rates = new TreeMap<>();
		after.forEach((verb, count) -> {
			double rate = (count - before.getOrDefault(verb, 0)) * 1e3 / window.toMillis();
			if (rate > 0) {
				rates.put(verb, Math.round(rate * 100) / 100.0);
			}
			rates.merge("all", rate, Double::sum);
		});
		rates.computeIfPresent("all", (name, rate) -> Math.round(rate * 100) / 100.0);
		return rates;
	}

}
