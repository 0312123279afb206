/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.actuate;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.context.ApplicationEventPublisher;

/**
 * Publishes who acted on an election as an audit event. An application with an
 * {@code AuditEventRepository} stores it.
 */
final class LeaderAudit {

	/** Prefix of the event type, followed by the name of the action. */
	static final String TYPE = "LEADER_ELECTION_";

	/** The principal of a caller over JMX or of an anonymous caller. */
	static final String UNKNOWN = "unknown";

	private final ApplicationEventPublisher publisher;

	LeaderAudit(ApplicationEventPublisher publisher) {
		this.publisher = publisher;
	}

	void acted(String principal, LeaderRequest request, String election, String instance) {
		Map<String, @Nullable Object> data = new LinkedHashMap<>();
		data.put("election", election);
		data.put("instance", instance);
		data.putAll(request.details());
		this.publisher.publishEvent(new AuditApplicationEvent(principal, TYPE + request.action().name(), data));
	}

}
