/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.kubernetes;

import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.leaderelection.store.support.CallBudget;
import io.leaderelection.store.support.LeaseStoreException;
import io.leaderelection.store.support.MissingRightException;
import io.leaderelection.store.support.NoAnswerException;
import io.leaderelection.store.support.RefusedCommandException;
import org.jspecify.annotations.Nullable;

/**
 * Explains failures of requests to the API server, and what to do about them.
 */
final class KubernetesFailures {

	/**
	 * Matches messages of HTTP clients about a refused header, and the beginning of its
	 * value.
	 */
	private static final Pattern HEADER = Pattern.compile("(?i)header|authorization|\\b(?:bearer|basic)\\s");

	private static final Pattern USER = Pattern.compile("//\\S*@");

	private static final int MAX_LENGTH = 300;

	/** The length of failures in log, health and endpoint. */
	private static final int MAX_TEXT = 500;

	private static final String CUT = "...";

	private final String server;

	private final String namespace;

	KubernetesFailures(String server, String namespace) {
		this.server = withoutUser(server);
		this.namespace = namespace;
	}

	/** Explains an error answer. */
	LeaseStoreException ofAnswer(Refusal refusal) {
		String what = "The Kubernetes API server at " + this.server + " refused to " + refusal.verb()
				+ " a Lease in namespace '" + this.namespace + "' with status " + refusal.code();
		String remedy = refusal.remedy(this.namespace);
		String text = what + quoted(refusal.reason(), MAX_TEXT - what.length() - remedy.length()) + remedy;
		return refusal.isOfRights() ? new MissingRightException(text, null) : new RefusedCommandException(text, null);
	}

	/**
	 * Explains a request that was not answered in time. The server calls webhooks before
	 * it writes.
	 */
	NoAnswerException ofTimeout(LeaseVerb verb, CallBudget budget, @Nullable TimeoutException cause) {
		String check = verb.isWrite() ? "the load of the API server, the network, and admission webhooks for Leases"
				: "the load of the API server and the network";
		return new NoAnswerException("The Kubernetes API server at " + this.server + " did not answer '" + verb
				+ "' within " + budget + ", which were left of leader-election.operation-timeout. Check " + check,
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
		if (root instanceof RejectedExecutionException) {
			// Only a closed client rejects tasks: CurrentClient has replaced it
			return new NoAnswerException("The request to the Kubernetes API server at " + this.server + " to '" + verb
					+ "' was cancelled, because others before it got no answer and the connection was replaced. "
					+ "Check the load of the API server and the network", failure);
		}
		String message = root.getMessage();
		String what = root.getClass().getSimpleName() + ((message != null) ? ": " + escaped(message) : "");
		return new NoAnswerException("The request to the Kubernetes API server at " + this.server + " to '" + verb
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
				return ofAnswer(new Refusal(LeaseVerb.WATCH, refused.getCode(), refused.getStatus()));
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

	/** Removes the user from a URL, because it may contain a password. */
	private static String withoutUser(String text) {
		return USER.matcher(text).replaceAll("//");
	}

	/**
	 * Quotes a message, and shortens it so that what follows is not cut off.
	 * @param most the longest text, with everything around the message
	 */
	private static String quoted(String message, int most) {
		String text = escaped(message);
		int left = Math.min(most, MAX_LENGTH) - " ()".length();
		if (text.isEmpty() || left < CUT.length()) {
			return "";
		}
		return " (" + ((text.length() > left) ? text.substring(0, left - CUT.length()) + CUT : text) + ")";
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
