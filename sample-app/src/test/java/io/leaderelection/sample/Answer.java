/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.sample;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The answer of an instance about itself, and the times of this process's ticker between
 * which it was given.
 *
 * @param instance its candidate id
 * @param leading whether it reported that it leads
 * @param fencingToken the token of the leader it knows, or {@code null}
 * @param sent the time when the question was sent, in nanoseconds
 * @param received the time when the answer arrived, in nanoseconds
 */
record Answer(String instance, boolean leading, @Nullable Long fencingToken, long sent, long received) {

	private static final JsonMapper json = new JsonMapper();

	static Answer parse(String body, long sent, long received) {
		JsonNode root = json.readTree(body);
		JsonNode election = root.required("elections").required(InvoiceJob.ELECTION);
		JsonNode token = election.get("fencingToken");
		return new Answer(root.required("instance").asString(), election.required("leading").asBoolean(),
				(token != null) ? token.asLong() : null, sent, received);
	}

}
