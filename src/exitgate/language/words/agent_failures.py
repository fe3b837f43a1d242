"""How an agent that cannot work begins its only words, where these are not English."""

from __future__ import annotations

BEGINNINGS = """
    has alcanzado tu límite | ha alcanzado su límite | límite de uso alcanzado
    | clave de api no válida | error de api | error de autenticación | cuota superada
    | no has iniciado sesión | saldo insuficiente
    | vous avez atteint votre limite | tu as atteint ta limite | limite d'utilisation atteinte
    | clé api invalide | clé d'api invalide | erreur d'api | erreur api
    | échec de l'authentification | quota dépassé | vous n'êtes pas connecté
    | sie haben ihr limit erreicht | du hast dein limit erreicht | nutzungslimit erreicht
    | ungültiger api-schlüssel | api-fehler | authentifizierung fehlgeschlagen
    | kontingent überschritten | nicht angemeldet
    | você atingiu o limite | você atingiu seu limite | limite de uso atingido
    | chave de api inválida | erro de api | erro da api | falha na autenticação
    | cota excedida | você não está conectado
    | 您已达到使用上限 | 已达到使用限制 | 已达到速率限制 | 额度已用完 | api 错误 | api错误
    | api 密钥无效 | 无效的 api 密钥 | 身份验证失败 | 认证失败 | 未登录
    | 使用制限に達しました | 利用上限に達しました | レート制限に達しました | api エラー
    | apiエラー | api キーが無効です | 無効な api キー | 認証に失敗しました | 認証エラー
    | ログインしていません
"""
