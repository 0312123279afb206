/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import org.jspecify.annotations.Nullable;

/**
 * Says what a failure of the API server means for leader election, and what to do about
 * it.
 */
final class KubernetesFailures {

	private static final Pattern MESSAGE = Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

	/** How HTTP clients report a header that they refuse, and how its value begins. */
	private static final Pattern HEADER = Pattern.compile("(?i)header|authorization|\\b(?:bearer|basic)\\s");

	private static final Pattern USER = Pattern.compile("//\\S*@");

	private static final int LONGEST = 300;

	private final String server;

	private final String namespace;

	KubernetesFailures(String server, String namespace) {
		this.server = withoutUser(server);
		this.namespace = namespace;
	}

	/** An answer that is an error. */
	LeaseStoreException ofAnswer(LeaseVerb verb, int status, byte @Nullable [] body) {
		return new LeaseStoreException(
				"The Kubernetes API server at " + this.server + " refused to " + verb + " a Lease in namespace '"
						+ this.namespace + "' with status " + status + told(body) + remedy(verb, status));
	}

	/** No answer in time. */
	LeaseStoreException ofTimeout(LeaseVerb verb, CallBudget budget, @Nullable TimeoutException cause) {
		return new LeaseStoreException("The Kubernetes API server at " + this.server + " did not answer '" + verb
				+ "' within " + budget + ". Look at the load of the API server and at the network; the time is set by "
				+ "leader-election.operation-timeout", cause);
	}

	/** No answer at all. */
	LeaseStoreException ofCall(LeaseVerb verb, Throwable failure) {
		Throwable root = failure;
		while (root.getCause() != null && !(root instanceof IllegalArgumentException)) {
			root = root.getCause();
		}
		if (root instanceof IllegalArgumentException) {
			return ofRefusedRequest(verb, root.getMessage());
		}
		String message = root.getMessage();
		String what = root.getClass().getSimpleName() + ((message != null) ? ": " + escaped(message) : "");
		return new LeaseStoreException("The Kubernetes API server at " + this.server + " cannot be asked to '" + verb
				+ "': " + what + ". Check that it is up, the address, and what is trusted for TLS", failure);
	}

	/**
	 * A request that the HTTP client refuses to make. The failure itself is not passed
	 * on, for it quotes what is refused.
	 */
	private LeaseStoreException ofRefusedRequest(LeaseVerb verb, @Nullable String message) {
		String refused = "A request to the Kubernetes API server at " + this.server + " to '" + verb
				+ "' cannot be made: ";
		if (message == null || HEADER.matcher(message).find()) {
			// It may be the header with the token
			return new LeaseStoreException(
					refused + "the HTTP client refuses a header of it. Check the credentials of the "
							+ "client: a token with a line break in it is none");
		}
		return new LeaseStoreException(refused + escaped(withoutUser(message))
				+ ". Check the address of the client, the namespace and leader-election.kubernetes.name-prefix");
	}

	/** An answer that does not come from the API server. */
	LeaseStoreException ofForeignAnswer(LeaseVerb verb, int status, @Nullable Throwable cause) {
		return new LeaseStoreException("What answers at " + this.server + " to '" + verb + "' with status " + status
				+ " is not a Kubernetes API server. Check the address, and what stands in between", cause);
	}

	/** A subscription that was not made or has ended. */
	LeaseStoreException ofWatch(Throwable failure) {
		if (failure instanceof LeaseStoreException told) {
			return told;
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof KubernetesClientException refused && refused.getCode() > 0) {
				return ofAnswer(LeaseVerb.WATCH, refused.getCode(), null);
			}
		}
		return ofCall(LeaseVerb.WATCH, failure);
	}

	private String remedy(LeaseVerb verb, int status) {
		return switch (status) {
			case 401 -> ". Give the client valid credentials: a service account's token, or those of the kubeconfig";
			case 403 -> ". Give the service account a Role in namespace '" + this.namespace + "' with the rule "
					+ LeaseVerb.rule() + " and bind it; META-INF/leader-election/kubernetes-rbac.yaml is a manifest";
			case 404 -> ". Create the namespace '" + this.namespace
					+ "', or set leader-election.kubernetes.namespace to one that exists";
			case 422, 400 -> ". Check leader-election.kubernetes.labels and name-prefix, and admission policies";
			case 429 ->
				". The API server sheds load: give the client a priority level of its own, or use longer leases";
			default -> (verb == LeaseVerb.WATCH) ? "" : ". See the log of the API server";
		};
	}

	/** Somebody may have put a password into the URL. */
	private static String withoutUser(String text) {
		return USER.matcher(text).replaceAll("//");
	}

	/** The server's message, which is not to be trusted. */
	private static String told(byte @Nullable [] body) {
		if (body == null) {
			return "";
		}
		Matcher message = MESSAGE.matcher(new String(body, StandardCharsets.UTF_8));
		return message.find() ? " (" + escaped(message.group(1)) + ")" : "";
	}

	private static String escaped(String text) {
		StringBuilder escaped = new StringBuilder();
		text.codePoints()
			.limit(LONGEST)
			.forEach((c) -> escaped
				.appendCodePoint((Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) ? '?' : c));
		return escaped.toString();
	}

}
