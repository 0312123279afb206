/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.store.dynamodb;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Clients that report that somebody has closed them.
 */
public final class ClosedClient {

	private ClosedClient() {
	}

	/**
	 * Returns a client that does what another does.
	 * @param client the other client
	 * @param onClose called when it is closed
	 * @return the client
	 */
	public static DynamoDbClient of(DynamoDbClient client, Runnable onClose) {
		return (DynamoDbClient) Proxy.newProxyInstance(DynamoDbClient.class.getClassLoader(),
				new Class<?>[] { DynamoDbClient.class }, (proxy, method, arguments) -> {
					if (method.getName().equals("close")) {
						onClose.run();
					}
					try {
						return method.invoke(client, arguments);
					}
					catch (InvocationTargetException ex) {
						throw ex.getCause();
					}
				});
	}

}
