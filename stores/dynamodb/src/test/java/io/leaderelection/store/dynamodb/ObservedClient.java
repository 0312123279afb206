/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Clients that report that somebody calls them.
 */
public final class ObservedClient {

	private ObservedClient() {
	}

	/**
	 * Returns a client that does what another does.
	 * @param client the other client
	 * @param method the name of the method to report
	 * @param action called before that method is
	 * @return the client
	 */
	public static DynamoDbClient before(DynamoDbClient client, String method, Runnable action) {
		return (DynamoDbClient) Proxy.newProxyInstance(DynamoDbClient.class.getClassLoader(),
				new Class<?>[] { DynamoDbClient.class }, (proxy, called, arguments) -> {
					if (called.getName().equals(method)) {
						action.run();
					}
					try {
						return called.invoke(client, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
