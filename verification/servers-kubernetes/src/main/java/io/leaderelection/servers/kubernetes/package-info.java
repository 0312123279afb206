/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * HTTP in front of an API server of Kubernetes, where tests refuse, count and lose
 * requests.
 */
@NullMarked
package io.leaderelection.servers.kubernetes;

import org.jspecify.annotations.NullMarked;
