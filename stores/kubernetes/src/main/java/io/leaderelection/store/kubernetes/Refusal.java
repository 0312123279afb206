/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import io.fabric8.kubernetes.api.model.Status;
import org.jspecify.annotations.Nullable;

/**
 * An answer of the API server that refuses a request. The server answers 403 for more
 * than a missing right, so its status decides what to do about it.
 *
 * @param verb the refused verb
 * @param code the HTTP status
 * @param status the body, or {@code null} if there is none or it is not from an API
 * server
 */
record Refusal(LeaseVerb verb, int code, @Nullable Status status) {

	private static final String FORBIDDEN = " is forbidden: ";

	/** The message that the client reports of a refused watch: it reads no body. */
	private static final String WITHOUT_A_BODY = "Forbidden";

	/** Returns the server's message, which is untrusted, or an empty text. */
	String message() {
		String message = (this.status != null) ? this.status.getMessage() : null;
		return (message != null) ? message : "";
	}

	/**
	 * Returns the part of the message that says why: the rest repeats the object, and
	 * would leave no room for it.
	 */
	String reason() {
		String message = message();
		int at = message.indexOf(FORBIDDEN);
		return (at >= 0) ? message.substring(at + FORBIDDEN.length()) : message;
	}

	/** Returns whether the user of the client lacks something that must be granted. */
	boolean isOfRights() {
		return this.code == 401 || this.code == 403;
	}

	/**
	 * Returns what to do, as a further sentence.
	 * @param namespace the Kubernetes namespace of the objects
	 */
	String remedy(String namespace) {
		String where = "namespace '" + namespace + "'";
		String admission = ofAdmission(where);
		return (admission != null) ? admission : switch (this.code) {
			case 401 -> ". Give the client valid credentials: a service account's token, or those of the kubeconfig";
			case 403 -> ofForbidden(where, message());
			case 404 -> ". Create the " + where + ", or set leader-election.kubernetes.namespace to one that exists";
			case 422, 400 -> ". Check leader-election.kubernetes.labels and name-prefix, and admission policies";
			case 429 -> ". The API server sheds load: give the client a separate priority level, or use longer leases";
			default -> (this.verb == LeaseVerb.WATCH) ? "" : ". See the log of the API server";
		};
	}

	private @Nullable String ofAdmission(String where) {
		String message = message();
		if (message.contains("failed calling webhook")) {
			return ". Repair that admission webhook, or exclude Leases in " + where + " from it";
		}
		boolean denied = message.contains("denied the request") || message.contains("denied request");
		return denied ? ". Let that admission webhook or policy accept Leases in " + where : null;
	}

	private String ofForbidden(String where, String message) {
		if (isCausedBy("NamespaceTerminating")) {
			return ". Somebody deletes the " + where
					+ ". Create it again when it is gone, or set leader-election.kubernetes.namespace to another";
		}
		if (message.contains("quota")) {
			return ". Raise the quota of leases.coordination.k8s.io in " + where
					+ ", or delete Leases that nobody uses";
		}
		if (message.contains("system:anonymous")) {
			return ". The request has no credentials: give the client a token or a certificate. Its library does not "
					+ "read tokenFile of a kubeconfig";
		}
		if (!message.isEmpty() && !message.equals(WITHOUT_A_BODY)
				&& !message.contains("cannot " + this.verb + " resource")) {
			return ". The message names what forbids it";
		}
		return ". Give the service account a Role in " + where + " with the rule " + LeaseVerb.rule()
				+ " and bind it; META-INF/leader-election/kubernetes-rbac.yaml is a manifest";
	}

	private boolean isCausedBy(String reason) {
		return this.status != null && this.status.getDetails() != null
				&& this.status.getDetails().getCauses().stream().anyMatch((cause) -> reason.equals(cause.getReason()));
	}

}
