/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

/**
 * HTTP requests that are sent to the leader.
 */
@NullMarked
package io.leaderelection.web;

import org.jspecify.annotations.NullMarked;
