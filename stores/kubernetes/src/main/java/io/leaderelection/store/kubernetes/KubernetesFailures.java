/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import org.jspecify.annotations.Nullable;

/**
 * Explains failures of requests to the API server, and what to do about them.
 */
final class KubernetesFailures {

	private static final Pattern MESSAGE = Pattern.compile("\"message\"\\s*:\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");

	/**
	 * Matches messages of HTTP clients about a refused header, and the beginning of its
	 * value.
	 */
	private static final Pattern HEADER = Pattern.compile("(?i)header|authorization|\\b(?:bearer|basic)\\s");

	private static final Pattern USER = Pattern.compile("//\\S*@");

	private static final int MAX_LENGTH = 300;

	private final String server;

	private final String namespace;

	KubernetesFailures(String server, String namespace) {
		this.server = withoutUser(server);
		this.namespace = namespace;
	}

	/** Explains an error answer. */
	LeaseStoreException ofAnswer(LeaseVerb verb, int status, byte @Nullable [] body) {
		String text = "The Kubernetes API server at " + this.server + " refused to " + verb + " a Lease in namespace '"
				+ this.namespace + "' with status " + status + message(body) + remedy(verb, status);
		return (status == 403) ? new MissingRightException(text, null) : new LeaseStoreException(text);
	}

	/** Explains a request that was not answered in time. */
	LeaseStoreException ofTimeout(LeaseVerb verb, CallBudget budget, @Nullable TimeoutException cause) {
		return new LeaseStoreException(
				"The Kubernetes API server at " + this.server + " did not answer '" + verb + "' within " + budget
						+ ". Check the load of the API server and the network; leader-election.operation-timeout "
						+ "sets the timeout",
				cause);
	}

	/** Returns whether the HTTP client gave up because no answer came in time. */
	static boolean isTimeout(Throwable failure) {
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof HttpConnectTimeoutException) {
				return false;
			}
			if (cause instanceof HttpTimeoutException || cause instanceof TimeoutException) {
				return true;
			}
		}
		return false;
	}

	/** Explains a request that failed without an answer. */
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
		return new LeaseStoreException("The request to the Kubernetes API server at " + this.server + " to '" + verb
				+ "' failed: " + what + ". Check the address, that the server is up, and the trusted certificates",
				failure);
	}

	/**
	 * Explains a request that the HTTP client refuses to send. Omits the original
	 * exception, because its message quotes the refused value.
	 */
	private LeaseStoreException ofRefusedRequest(LeaseVerb verb, @Nullable String message) {
		String refused = "A request to the Kubernetes API server at " + this.server + " to '" + verb
				+ "' cannot be sent: ";
		if (message == null || HEADER.matcher(message).find()) {
			// The refused value may be the token
			return new LeaseStoreException(refused + "the HTTP client refuses a header. Check the credentials of the "
					+ "client: a token must not contain a line break");
		}
		return new LeaseStoreException(refused + escaped(withoutUser(message))
				+ ". Check the address of the client, the namespace and leader-election.kubernetes.name-prefix");
	}

	/** Explains an answer that does not come from an API server. */
	LeaseStoreException ofForeignAnswer(LeaseVerb verb, int status, @Nullable Throwable cause) {
		return new LeaseStoreException("The answer from " + this.server + " to '" + verb + "' with status " + status
				+ " is not from a Kubernetes API server. Check the address, and proxies in between", cause);
	}

	/** Explains a watch that could not be opened or has ended. */
	LeaseStoreException ofWatch(Throwable failure) {
		if (failure instanceof LeaseStoreException known) {
			return known;
		}
		for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
			if (cause instanceof KubernetesClientException refused && refused.getCode() > 0) {
				return ofAnswer(LeaseVerb.WATCH, refused.getCode(), null);
			}
		}
		return ofCall(LeaseVerb.WATCH, failure);
	}

	/** Explains a watch that ended soon after it was opened, for no stated reason. */
	LeaseStoreException ofShortWatch() {
		return new LeaseStoreException("A watch of Leases in namespace '" + this.namespace
				+ "' ended soon after the Kubernetes API server at " + this.server
				+ " was asked for it. If that repeats, check the right to watch, and proxies in between");
	}

	private String remedy(LeaseVerb verb, int status) {
		return switch (status) {
			case 401 -> ". Give the client valid credentials: a service account's token, or those of the kubeconfig";
			case 403 -> ". Give the service account a Role in namespace '" + this.namespace + "' with the rule "
					+ LeaseVerb.rule() + " and bind it; META-INF/leader-election/kubernetes-rbac.yaml is a manifest";
			case 404 -> ". Create the namespace '" + this.namespace
					+ "', or set leader-election.kubernetes.namespace to one that exists";
			case 422, 400 -> ". Check leader-election.kubernetes.labels and name-prefix, and admission policies";
			case 429 -> ". The API server sheds load: give the client a separate priority level, or use longer leases";
			default -> (verb == LeaseVerb.WATCH) ? "" : ". See the log of the API server";
		};
	}

	/** Removes the user from a URL, because it may contain a password. */
	private static String withoutUser(String text) {
		return USER.matcher(text).replaceAll("//");
	}

	/** Returns the server's message, which is untrusted. */
	private static String message(byte @Nullable [] body) {
		if (body == null) {
			return "";
		}
		Matcher message = MESSAGE.matcher(new String(body, StandardCharsets.UTF_8));
		return message.find() ? " (" + escaped(message.group(1)) + ")" : "";
	}

	private static String escaped(String text) {
		StringBuilder escaped = new StringBuilder();
		text.codePoints()
			.limit(MAX_LENGTH)
			.forEach((c) -> escaped
				.appendCodePoint((Character.isISOControl(c) || Character.getType(c) == Character.FORMAT) ? '?' : c));
		return escaped.toString();
	}

}
